/** Dumps of heaps: what is in them, and what keeps it there. */
package dev.dexscope.monitor.hprof;
