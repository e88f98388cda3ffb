/** Recordings of simpleperf and perf, and simpleperf's reports. */
package dev.dexscope.trace.read.perf;
