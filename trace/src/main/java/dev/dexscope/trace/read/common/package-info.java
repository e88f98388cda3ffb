/** The parts of all formats' readers: bytes, tables, clocks, properly nested calls. */
package dev.dexscope.trace.read.common;
