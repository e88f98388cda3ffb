package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFile;

/** Descriptors as a person reads them: {@code [Lp/C;} is {@code p.C[]}. */
final class Pretty {
  private Pretty() {}

  static String type(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = descriptor.substring(dimensions);
    return element(element) + "[]".repeat(dimensions);
  }

  private static String element(String descriptor) {
    if (descriptor.length() > 2 && descriptor.startsWith("L") && descriptor.endsWith(";")) {
      return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }
    return switch (descriptor) {
      case "Z" -> "boolean";
      case "B" -> "byte";
      case "S" -> "short";
      case "C" -> "char";
      case "I" -> "int";
      case "J" -> "long";
      case "F" -> "float";
      case "D" -> "double";
      case "V" -> "void";
      default -> descriptor;
    };
  }

  static String field(String owner, String name, String type) {
    return type(type) + ' ' + type(owner) + '.' + name;
  }

  static String method(String owner, String name, String proto) {
    int close = proto.lastIndexOf(')');
    return type(proto.substring(close + 1)) + ' ' + type(owner) + '.' + name + parameters(proto);
  }

  /** The parameters of {@code (I[J)V} as {@code (int, long[])}. */
  private static String parameters(String proto) {
    var text = new StringBuilder("(");
    int end = proto.lastIndexOf(')');
    for (int at = 1; at < end; ) {
      int next = endOfType(proto, at);
      text.append(at == 1 ? "" : ", ").append(type(proto.substring(at, next)));
      at = next;
    }
    return text.append(')').toString();
  }

  /** The index behind the type descriptor that starts at {@code at}. */
  static int endOfType(String text, int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) == '[') {
      end++;
    }
    if (end < text.length() && text.charAt(end) == 'L') {
      int semicolon = text.indexOf(';', end);
      return semicolon < 0 ? text.length() : semicolon + 1;
    }
    return Math.min(end + 1, text.length());
  }

  static String method(DexFile dex, int index) {
    return method(
        dex.type(dex.methodClass(index)),
        dex.methodName(index),
        dex.protoDescriptor(dex.methodProto(index)));
  }

  static String field(DexFile dex, int index) {
    return field(
        dex.type(dex.fieldClass(index)), dex.fieldName(index), dex.type(dex.fieldType(index)));
  }

  /** Name and prototype, which tell a class's methods apart. */
  static String key(DexFile dex, int methodIndex) {
    String text = dex.methodName(methodIndex) + dex.protoDescriptor(dex.methodProto(methodIndex));
    dex.spendText(text.length());
    return text;
  }
}
