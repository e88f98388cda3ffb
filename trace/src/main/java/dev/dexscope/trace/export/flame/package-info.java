/** Flame graphs, the HTML report, collapsed stacks. */
package dev.dexscope.trace.export.flame;
