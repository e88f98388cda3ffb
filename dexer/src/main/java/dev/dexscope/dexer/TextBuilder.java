package dev.dexscope.dexer;

import dev.dexscope.dex.MethodRef;

/** The methods of {@code StringBuilder}, by which texts are put together. */
final class TextBuilder {
  static final String TYPE = "Ljava/lang/StringBuilder;";
  static final MethodRef NEW = MethodRef.of(TYPE, "<init>", "()V");
  static final MethodRef TO_STRING = MethodRef.of(TYPE, "toString", "()Ljava/lang/String;");
  static final MethodRef APPEND_TEXT = appending("Ljava/lang/String;");
  private static final MethodRef APPEND_OBJECT = appending("Ljava/lang/Object;");

  private TextBuilder() {}

  private static MethodRef appending(String type) {
    return MethodRef.of(TYPE, "append", "(" + type + ")" + TYPE);
  }

  /** Returns the method that appends a value of a type. */
  static MethodRef append(String type) {
    return switch (type) {
      case "Ljava/lang/String;" -> APPEND_TEXT;
      case "B", "S" -> appending("I");
      case "Z", "C", "I", "J", "F", "D" -> appending(type);
      default -> APPEND_OBJECT;
    };
  }
}
