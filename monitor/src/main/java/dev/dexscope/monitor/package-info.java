/** Asks VMs of devices: which there are, their threads, heaps, allocations, traces. */
package dev.dexscope.monitor;
