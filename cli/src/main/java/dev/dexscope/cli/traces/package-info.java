/** Commands that read traces. */
package dev.dexscope.cli.traces;
