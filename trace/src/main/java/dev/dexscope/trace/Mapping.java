package dev.dexscope.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A ProGuard or R8 mapping file: the original names of classes and methods. Overloads are
 * distinguished by their parameters. Lines that R8 writes for inlined frames have the same range of
 * lines as the method that contains them, which is the last of them and provides the method's name.
 */
public final class Mapping {
  private static final Pattern CLASS = Pattern.compile("(\\S+) -> (\\S+):\\s*(#.*)?");

  /** {@code [from:to:]type [class.]name(parameters)[:from[:to]] -> new}. */
  private static final Pattern METHOD =
      Pattern.compile(
          "\\s+(?:(\\d+:\\d+):)?(\\S+) ([^\\s(]+)\\(([^)]*)\\)(?::\\d+)?(?::\\d+)? -> (\\S+)");

  /** Of a line in a message: files without line ends are possible. */
  private static final int SHOWN = 60;

  /**
   * A method before it was renamed.
   *
   * @param range the lines it has now, which groups inlined frames; empty without
   */
  private record Original(String range, String className, String name, List<String> parameters) {}

  private final Map<String, String> classes = new HashMap<>();
  private final Map<String, List<Original>> methods = new HashMap<>();

  private Mapping() {}

  /**
   * Reads a mapping file.
   *
   * @throws IOException if it cannot be read
   * @throws MappingFormatException if it is another kind of file
   */
  public static Mapping read(Path file) throws IOException {
    var mapping = new Mapping();
    String original = "";
    String renamed = "";
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line; (line = in.readLine()) != null; ) {
        if (line.startsWith("#") || line.isBlank()) {
          continue;
        }
        Matcher m = CLASS.matcher(line);
        if (m.matches()) {
          original = m.group(1);
          renamed = m.group(2);
          mapping.classes.put(renamed, original);
        } else if (!renamed.isEmpty()) {
          mapping.method(line, original, renamed);
        } else {
          String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
          throw new MappingFormatException(
              file.toString(), 0, "no class precedes the line '" + shown + "'");
        }
      }
    } catch (CharacterCodingException e) {
      throw new MappingFormatException(file.toString(), 0, "is not text");
    }
    if (mapping.classes.isEmpty()) {
      throw new MappingFormatException(file.toString(), 0, "names no class");
    }
    return mapping;
  }

  private void method(String line, String className, String renamedClass) {
    Matcher m = METHOD.matcher(line);
    if (!m.matches()) {
      return; // a field, or a comment
    }
    String range = m.group(1) == null ? "" : m.group(1);
    String name = m.group(3);
    String owner = className;
    int dot = name.lastIndexOf('.');
    if (dot >= 0) {
      owner = name.substring(0, dot);
      name = name.substring(dot + 1);
    }
    List<String> parameters = m.group(4).isEmpty() ? List.of() : List.of(m.group(4).split(",", -1));
    List<Original> known =
        methods.computeIfAbsent(renamedClass + "." + m.group(5), _ -> new ArrayList<>());
    var method = new Original(range, owner, name, parameters);
    if (!range.isEmpty() && !known.isEmpty() && known.getLast().range().equals(range)) {
      known.set(known.size() - 1, method); // The one before was inlined into this one.
    } else {
      known.add(method);
    }
  }

  /** The method with its names of old; the same method where the mapping does not know it. */
  public Method apply(Method method) {
    String className = classes.getOrDefault(method.className(), method.className());
    List<String> parameters = parameters(method.signature());
    Original found = null;
    boolean unique = true;
    for (Original o : methods.getOrDefault(method.className() + "." + method.name(), List.of())) {
      if (method.signature().isEmpty() || o.parameters().equals(parameters)) {
        unique &= found == null || found.name().equals(o.name());
        found = found == null ? o : found;
      }
    }
    String name = found == null || !unique ? method.name() : found.name();
    String owner = found == null || !unique ? className : found.className();
    return new Method(
        method.id(), owner, name, signature(method.signature()), method.file(), method.line());
  }

  /**
   * A signature's parameters as the mapping writes types: {@code int[]}, {@code java.lang.String}.
   */
  private List<String> parameters(String signature) {
    List<String> types = new ArrayList<>();
    int at = 1;
    while (at > 0 && at < signature.length() && signature.charAt(at) != ')') {
      int end = typeEnd(signature, at);
      types.add(javaType(signature.substring(at, end)));
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

  private String javaType(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = descriptor.substring(dimensions);
    String name =
        switch (element) {
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "S" -> "short";
          case "C" -> "char";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          case "V" -> "void";
          default -> originalClass(element);
        };
    return name + "[]".repeat(dimensions);
  }

  private String originalClass(String descriptor) {
    if (!descriptor.startsWith("L") || !descriptor.endsWith(";")) {
      return descriptor;
    }
    String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    return classes.getOrDefault(name, name);
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
