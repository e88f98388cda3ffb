package dev.dexscope.vm.opcodes;

/**
 * A class of the suite in smali's syntax. What its static method {@code m} does is compared.
 *
 * @param name without the package: {@code add_int} stands for the class {@code op.add_int}
 */
record OpcodeCase(String name, String smali) {
  /** A class with nothing but the method. */
  static OpcodeCase ofMethod(String name, String prototype, int locals, String code) {
    return new OpcodeCase(
        name,
        """
        .class public Lop/%s;
        .super Ljava/lang/Object;
        """
                .formatted(name)
            + method("public static m" + prototype, locals, code));
  }

  /** A method in smali's syntax. */
  static String method(String declaration, int locals, String code) {
    return ".method %s\n.locals %d\n%s\n.end method\n".formatted(declaration, locals, code);
  }

  /** Returns the name of a class for an instruction. */
  static String identifier(String text) {
    return text.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_|_$", "");
  }
}
