/** The functions that agents call: a table of them, and what answers in Java. */
package dev.dexscope.agents.functions;
