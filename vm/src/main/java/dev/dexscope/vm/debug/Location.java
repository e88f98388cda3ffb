package dev.dexscope.vm.debug;

/**
 * A place in dex code.
 *
 * @param descriptor the method's
 * @param dexPc the address of an instruction, in code units; -1 where it is not known
 * @param exact whether the call is at that very instruction. HotSpot reports no more than the
 *     source line of another thread's translated code: it is exact where one instruction of the
 *     line calls what the frame has called, else the line's first instruction.
 */
public record Location(String descriptor, int dexPc, boolean exact) {}
