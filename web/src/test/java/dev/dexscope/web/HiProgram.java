package dev.dexscope.web;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;

/** A program with a class of a real trace: {@code Hi.boom(int)}, and an overload of it. */
final class HiProgram {
  private static final int FLAGS = AccessFlags.STATIC | AccessFlags.PUBLIC;

  private HiProgram() {}

  /** Returns its dex file, with the class under any name. */
  static byte[] dex(String type) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(type, HiProgram::write);
    return dex.build();
  }

  private static void write(ClassBuilder hi) {
    hi.superclass("Ljava/lang/Object;");
    hi.method(FLAGS, "boom", Proto.of("V", "I"))
        .code(
            1,
            code -> {
              code.line(12);
              code.constant(0, 7);
              code.line(14);
              code.emit(Opcode.RETURN_VOID);
            });
    hi.method(FLAGS, "boom", Proto.of("V", "J")).code(0, code -> code.emit(Opcode.RETURN_VOID));
  }
}
