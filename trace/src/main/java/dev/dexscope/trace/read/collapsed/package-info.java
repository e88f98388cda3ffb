/** Collapsed stacks, as many profilers write them. */
package dev.dexscope.trace.read.collapsed;
