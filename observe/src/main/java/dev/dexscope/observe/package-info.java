/** Looks at a VM and its program from inside: traces, threads, the heap, the log, a monitor. */
package dev.dexscope.observe;
