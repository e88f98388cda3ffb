package dev.dexscope.dex.write;

import dev.dexscope.dex.Instruction;

/**
 * Transforms code: receives each instruction in turn and writes its replacement.
 *
 * <p>The code that {@link #accept} writes belongs to the instruction: branches that lead to the
 * instruction lead to the first thing written, and the tries, lines and variables that cover it
 * cover all of it. No branch of the old code leads to the code that {@link #atStart} and {@link
 * #atEnd} write, and none of its tries covers it.
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
  /** Writes code before the first instruction. */
  default void atStart(CodeBuilder builder) {}

  /** Writes the replacement of an instruction: itself, unless this is overridden. */
  default void accept(CodeBuilder builder, Instruction instruction) {
    builder.with(instruction);
  }

  /** Writes code after the last instruction. */
  default void atEnd(CodeBuilder builder) {}
}
