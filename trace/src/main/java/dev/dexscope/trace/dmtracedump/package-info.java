/** The output of the program dmtracedump for a trace, byte for byte; see docs/dmtracedump.md. */
package dev.dexscope.trace.dmtracedump;
