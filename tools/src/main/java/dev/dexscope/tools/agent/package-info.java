/**
 * Agents in Java that watch a program in dex code: {@link dev.dexscope.tools.agent.Agent}, what
 * they ask of the VM, and who is told of what.
 */
package dev.dexscope.tools.agent;
