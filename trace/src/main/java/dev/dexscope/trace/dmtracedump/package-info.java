/** What the program dmtracedump prints of a trace, byte for byte; see docs/dmtracedump.md. */
package dev.dexscope.trace.dmtracedump;
