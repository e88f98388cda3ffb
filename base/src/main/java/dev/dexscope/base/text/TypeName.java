package dev.dexscope.base.text;

/**
 * Names of types as people write them, of those that class files and monitors write.
 *
 * <pre>{@code
 * TypeName.of("[Ljava/lang/String;");    // java.lang.String[]
 * }</pre>
 */
public final class TypeName {
  private TypeName() {}

  /** The type of a descriptor; what is no descriptor stays as it is. */
  public static String of(String descriptor) {
    int arrays = 0;
    while (arrays < descriptor.length() && descriptor.charAt(arrays) == '[') {
      arrays++;
    }
    String element = descriptor.substring(arrays);
    String plain =
        switch (element) {
          case "V" -> "void";
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "C" -> "char";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1).replace('/', '.')
                  : element;
        };
    return plain + "[]".repeat(arrays);
  }
}
