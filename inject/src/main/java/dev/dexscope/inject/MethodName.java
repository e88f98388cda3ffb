package dev.dexscope.inject;

import dev.dexscope.base.text.TypeName;

/**
 * The name of a method in profiles.
 *
 * @param className in Java's form: {@code p.Outer$Inner}
 * @param name its own name
 * @param signature its parameters and result: {@code (I)V}
 * @param sourceFile empty if it is unknown
 */
public record MethodName(String className, String name, String signature, String sourceFile) {
  /** A line of the table that the run time reads. */
  String line() {
    return columns() + '\n';
  }

  /** A line with one more column, the name that profiles show instead of their own form. */
  String tauLine() {
    return columns() + '\t' + plain(tauName()) + '\n';
  }

  private String columns() {
    return plain(className)
        + '\t'
        + plain(name)
        + '\t'
        + plain(signature)
        + '\t'
        + plain(sourceFile);
  }

  /** As TAU for Android writes it: {@code int p.C:run(long, java.lang.String[])}. */
  String tauName() {
    int close = Math.max(0, signature.lastIndexOf(')'));
    var text =
        new StringBuilder(
            TypeName.of(signature.substring(Math.min(close + 1, signature.length()))));
    text.append(' ').append(className).append(':').append(name).append('(');
    for (int at = 1; at < close; ) {
      int end = typeEnd(signature, at, close);
      text.append(at == 1 ? "" : ", ").append(TypeName.of(signature.substring(at, end)));
      at = end;
    }
    return text.append(')').toString();
  }

  private static int typeEnd(String signature, int from, int limit) {
    int at = from;
    while (at < limit - 1 && signature.charAt(at) == '[') {
      at++;
    }
    int semicolon = signature.charAt(at) == 'L' ? signature.indexOf(';', at) : -1;
    return semicolon < 0 ? at + 1 : Math.min(limit, semicolon + 1);
  }

  /** Names from odd files may hold anything, also what ends a column. */
  private static String plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ') {
        return text.replaceAll("\\p{Cntrl}", "?");
      }
    }
    return text;
  }

  /** {@code p.C.run(I)V}. */
  @Override
  public String toString() {
    return className + "." + name + signature;
  }
}
