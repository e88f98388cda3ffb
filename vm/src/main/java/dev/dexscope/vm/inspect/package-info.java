/** What the VM tells of itself: counts, the heap, threads. */
package dev.dexscope.vm.inspect;
