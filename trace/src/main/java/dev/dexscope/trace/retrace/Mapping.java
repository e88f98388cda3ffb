package dev.dexscope.trace.retrace;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.retrace.RenamedClass.Overload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of the source for the methods of a trace, by a mapping file of ProGuard or R8.
 * Overloads are distinguished by their parameters; where R8 has changed these, by the ones that it
 * notes. A trace has no line for each frame, so of inlined methods the one that contains them is
 * named.
 */
public final class Mapping {
  private final RenamedClasses classes;

  private Mapping(RenamedClasses classes) {
    this.classes = classes;
  }

  /**
   * Reads a mapping file.
   *
   * @throws IOException if it cannot be read
   * @throws dev.dexscope.trace.MappingFormatException if it is another kind of file
   */
  public static Mapping read(Path file) throws IOException {
    return new Mapping(MappingReader.read(file));
  }

  /** The method with its names of old; the same method where the mapping does not know it. */
  public Method apply(Method method) {
    RenamedClass type = classes.get(method.className());
    String className = type == null ? method.className() : type.original();
    String parameters = String.join(",", parameters(method.signature()));
    MappedRange found = null;
    boolean isUnique = true;
    for (Overload each : type == null ? List.<Overload>of() : type.overloads(method.name())) {
      MappedRange outermost = each.ranges().getLast();
      if (isMeant(outermost, method.signature(), parameters)) {
        isUnique &= found == null || found.original().name().equals(outermost.original().name());
        found = found == null ? outermost : found;
      }
    }
    if (found == null || !isUnique) {
      return with(method, className, method.name(), signature(method.signature()));
    }
    Signature original = found.original();
    boolean isChanged = !found.notes().residual().isEmpty() && !method.signature().isEmpty();
    return with(
        method,
        original.holder().isEmpty() ? className : original.holder(),
        original.name(),
        isChanged ? descriptor(original) : signature(method.signature()));
  }

  private static boolean isMeant(MappedRange range, String signature, String parameters) {
    String residual = range.notes().residual();
    if (signature.isEmpty()) {
      return true;
    }
    return residual.isEmpty()
        ? range.original().parameters().equals(parameters)
        : residual.equals(signature);
  }

  private static Method with(Method method, String className, String name, String signature) {
    return new Method(method.id(), className, name, signature, method.file(), method.line());
  }

  /** Returns a method's types in the form of a signature. */
  private static String descriptor(Signature of) {
    var result = new StringBuilder("(");
    for (String each : of.parameters().isEmpty() ? new String[0] : of.parameters().split(",")) {
      result.append(descriptor(each.strip()));
    }
    return result.append(')').append(descriptor(of.type())).toString();
  }

  private static String descriptor(String type) {
    int array = type.indexOf("[]");
    if (array >= 0) {
      return "[".repeat((type.length() - array) / 2) + descriptor(type.substring(0, array));
    }
    return switch (type) {
      case "boolean" -> "Z";
      case "byte" -> "B";
      case "short" -> "S";
      case "char" -> "C";
      case "int" -> "I";
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      case "void" -> "V";
      default -> "L" + type.replace('.', '/') + ";";
    };
  }

  /**
   * A signature's parameters as the mapping writes types: {@code int[]}, {@code java.lang.String}.
   */
  private List<String> parameters(String signature) {
    List<String> types = new ArrayList<>();
    int at = 1;
    while (at > 0 && at < signature.length() && signature.charAt(at) != ')') {
      int end = typeEnd(signature, at);
      types.add(TypeName.of(signature(signature.substring(at, end))));
      at = end;
    }
    return types;
  }

  private static int typeEnd(String signature, int from) {
    int at = from;
    while (at < signature.length() && signature.charAt(at) == '[') {
      at++;
    }
    if (at < signature.length() && signature.charAt(at) == 'L') {
      int semicolon = signature.indexOf(';', at);
      return semicolon < 0 ? signature.length() : semicolon + 1;
    }
    return Math.min(signature.length(), at + 1);
  }

  private String originalClass(String descriptor) {
    if (!descriptor.startsWith("L") || !descriptor.endsWith(";")) {
      return descriptor;
    }
    String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    RenamedClass type = classes.get(name);
    return type == null ? name : type.original();
  }

  /** The signature with the classes' names of old. */
  private String signature(String signature) {
    var result = new StringBuilder();
    for (int at = 0; at < signature.length(); ) {
      if (signature.charAt(at) == 'L' && signature.indexOf(';', at) > 0) {
        int end = signature.indexOf(';', at) + 1;
        String name = originalClass(signature.substring(at, end));
        result.append('L').append(name.replace('.', '/')).append(';');
        at = end;
      } else {
        result.append(signature.charAt(at++));
      }
    }
    return result.toString();
  }
}
