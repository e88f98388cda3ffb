/**
 * Agents in Java that watch a program in dex code: {@link dev.dexscope.agents.api.Agent}, what they
 * ask of the VM, and who is told of what.
 */
package dev.dexscope.agents.api;
