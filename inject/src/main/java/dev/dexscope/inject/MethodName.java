package dev.dexscope.inject;

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
    return plain(className)
        + '\t'
        + plain(name)
        + '\t'
        + plain(signature)
        + '\t'
        + plain(sourceFile)
        + '\n';
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
