/** What the readers of all formats are made of: bytes, tables, clocks, properly nested calls. */
package dev.dexscope.trace.read.common;
