/** The program as agents see it: its methods, frames and dex code, without what is ours. */
package dev.dexscope.agents.program;
