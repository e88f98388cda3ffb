/** The table of all formats that a trace is written in. */
package dev.dexscope.trace.export;
