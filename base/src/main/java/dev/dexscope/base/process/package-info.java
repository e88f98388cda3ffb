/** Processes that Dexscope starts, and that may not outlive it. */
package dev.dexscope.base.process;
