/** Traceview, versions 1 to 3, in a file and streamed. */
package dev.dexscope.trace.read.traceview;
