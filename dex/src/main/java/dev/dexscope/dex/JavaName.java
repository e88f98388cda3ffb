package dev.dexscope.dex;

/** Type descriptors as Java source names the types. */
public final class JavaName {
  private JavaName() {}

  /** {@code [Lp/C;} is {@code p.C[]}. What is no descriptor stays as it is. */
  public static String of(String descriptor) {
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
}
