/** Counted calls, as the run time in a profiled program writes them. */
package dev.dexscope.trace.read.probe;
