/**
 * Tables about traces, for everything that shows them: their columns with keys, headings, units and
 * meanings, their rows, and what one must know to read them. What they hold is decided here; others
 * print it.
 */
package dev.dexscope.trace.answer;
