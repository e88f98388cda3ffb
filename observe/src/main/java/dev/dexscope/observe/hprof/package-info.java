/** Heap dumps: from HotSpot's form to Android's, in streams. */
package dev.dexscope.observe.hprof;
