package dev.dexscope.dex.verify.link;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.JavaName;

/** Methods and fields as a person reads them. */
public final class Pretty {
  private Pretty() {}

  public static String field(String owner, String name, String type) {
    return JavaName.of(type) + ' ' + JavaName.of(owner) + '.' + name;
  }

  public static String method(String owner, String name, String proto) {
    int close = proto.lastIndexOf(')');
    return JavaName.of(proto.substring(close + 1))
        + ' '
        + JavaName.of(owner)
        + '.'
        + name
        + parameters(proto);
  }

  /** The parameters of {@code (I[J)V} as {@code (int, long[])}. */
  private static String parameters(String proto) {
    var text = new StringBuilder("(");
    int end = proto.lastIndexOf(')');
    for (int at = 1; at < end; ) {
      int next = endOfType(proto, at);
      text.append(at == 1 ? "" : ", ").append(JavaName.of(proto.substring(at, next)));
      at = next;
    }
    return text.append(')').toString();
  }

  /** Returns the index after the type descriptor that starts at {@code at}. */
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

  public static String method(DexFile dex, int index) {
    return method(
        dex.type(dex.methodClass(index)),
        dex.methodName(index),
        dex.protoDescriptor(dex.methodProto(index)));
  }

  public static String field(DexFile dex, int index) {
    return field(
        dex.type(dex.fieldClass(index)), dex.fieldName(index), dex.type(dex.fieldType(index)));
  }

  /** Returns name and prototype, which identify a method within its class. */
  public static String key(DexFile dex, int methodIndex) {
    String text = dex.methodName(methodIndex) + dex.protoDescriptor(dex.methodProto(methodIndex));
    dex.raw().spendText(text.length());
    return text;
  }
}
