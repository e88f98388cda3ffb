package dev.dexscope.dex.write;

import dev.dexscope.dex.Instruction;

/**
 * Makes new code of old: is shown each instruction in turn and writes what shall stand in its
 * place.
 *
 * <p>What {@link #accept} writes belongs to the instruction: branches that lead to the instruction
 * lead to the first thing written, and the tries, lines and variables that cover it cover all of
 * it. What {@link #atStart} and {@link #atEnd} write is run by no branch of the old code and
 * covered by none of its tries.
 *
 * <pre>{@code
 * method.transformCode(new CodeTransform() {
 *   public void atStart(CodeBuilder b) {
 *     b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("Lp/Probe;", "enter", "()V"));
 *   }
 * });
 * }</pre>
 */
public interface CodeTransform {
  /** Writes what stands before the first instruction. */
  default void atStart(CodeBuilder builder) {}

  /** Writes what stands for an instruction: itself, unless this is overridden. */
  default void accept(CodeBuilder builder, Instruction instruction) {
    builder.with(instruction);
  }

  /** Writes what stands behind the last instruction. */
  default void atEnd(CodeBuilder builder) {}
}
