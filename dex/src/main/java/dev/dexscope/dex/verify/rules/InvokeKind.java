package dev.dexscope.dex.verify.rules;

/** The kinds of call, the first five in the order of their opcodes. */
enum InvokeKind {
  VIRTUAL,
  SUPER,
  DIRECT,
  STATIC,
  INTERFACE,
  POLYMORPHIC;

  private static final InvokeKind[] VALUES = values();

  static InvokeKind of(int opcodeOrder) {
    return VALUES[opcodeOrder];
  }
}
