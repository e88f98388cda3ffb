package dev.dexscope.agents.api;

import dev.dexscope.observe.trace.ProgramMethod;

/**
 * An instruction.
 *
 * @param address in dex code, in units of two bytes; in a method of the JDK, in its bytecode
 */
public record CodePlace(ProgramMethod method, long address) {}
