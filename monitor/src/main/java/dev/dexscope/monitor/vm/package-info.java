/** Queries one VM over DDM: threads, locks, heap, allocations, traces. */
package dev.dexscope.monitor.vm;
