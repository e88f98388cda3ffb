package dev.dexscope.inject.select;

import dev.dexscope.dex.Proto;
import java.util.List;

/**
 * A method that may be selected.
 *
 * @param className as Java writes it: {@code p.Outer$Inner}
 * @param name its own name: {@code run}, {@code <init>}
 * @param proto its parameters and result
 * @param annotations of the class and the method, as Java writes class names; empty unless {@link
 *     Selection#looksAtAnnotations}
 */
public record Candidate(String className, String name, Proto proto, List<String> annotations) {
  /** As profiles name it: {@code p.C.run(I)V}. */
  public String profileName() {
    return className + "." + name + proto.descriptor();
  }

  /** As Java's programmers write it: {@code void p.C.run(int)}. */
  public String javaName() {
    var text = new StringBuilder(javaType(proto.returnType()));
    text.append(' ').append(className).append('.').append(name).append('(');
    String separator = "";
    for (String each : proto.parameters()) {
      text.append(separator).append(javaType(each));
      separator = ", ";
    }
    return text.append(')').toString();
  }

  /** {@code [Ljava/lang/String;} is {@code java.lang.String[]}. */
  public static String javaType(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = descriptor.substring(dimensions);
    String name =
        switch (element) {
          case "V" -> "void";
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "S" -> "short";
          case "C" -> "char";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1).replace('/', '.')
                  : element;
        };
    return name + "[]".repeat(dimensions);
  }
}
