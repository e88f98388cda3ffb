/**
 * Tables about traces, for everything that shows them: their columns with keys, headings, units and
 * meanings, their rows, and their context. Their content is determined here; others print it.
 */
package dev.dexscope.trace.answer;
