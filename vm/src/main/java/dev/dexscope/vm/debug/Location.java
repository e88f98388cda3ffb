package dev.dexscope.vm.debug;

/**
 * A place in dex code.
 *
 * @param descriptor the method's
 * @param dexPc the address of an instruction, in code units; -1 if unknown
 * @param exact whether the call is at exactly that instruction. HotSpot reports only the source
 *     line of another thread's translated code: it is exact if one instruction of the line calls
 *     the frame's callee, else it is the line's first instruction.
 */
public record Location(String descriptor, int dexPc, boolean exact) {}
