/** Inspection of the VM: the heap, threads, collections, allocations. */
package dev.dexscope.observe.inspect;
