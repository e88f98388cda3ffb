/** Recordings of the JDK's Flight Recorder. */
package dev.dexscope.trace.read.jfr;
