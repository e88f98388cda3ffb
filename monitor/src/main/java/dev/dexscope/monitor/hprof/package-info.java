/** Dumps of heaps: their objects, and the paths that keep them. */
package dev.dexscope.monitor.hprof;
