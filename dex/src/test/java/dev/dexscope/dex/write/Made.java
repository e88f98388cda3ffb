package dev.dexscope.dex.write;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Proto;
import java.util.function.Consumer;

/** Small files that tests make. */
final class Made {
  private Made() {}

  /** Defines a class with a method, {@code static void m()}. */
  static DexBuilder method(DexBuilder dex, String type, int locals, Consumer<CodeBuilder> writer) {
    dex.define(type, c -> c.method(AccessFlags.STATIC, "m", Proto.of("V")).code(locals, writer));
    return dex;
  }

  /** The file as it is written. */
  static DexFile read(DexBuilder dex) {
    return DexFile.parse("made.dex", dex.build()).getFirst();
  }
}
