package dev.dexscope.trace;

/**
 * Names of methods as people write them: {@code EditDistance.between(String, String)} instead of
 * {@code EditDistance.between(Ljava/lang/String;Ljava/lang/String;)I}. What is no such name stays
 * as it is.
 *
 * <pre>{@code
 * ReadableName.of("app.Text.find(Ljava/lang/String;[I)Z");          // app.Text.find(String, int[])
 * ReadableName.shortened("com.example.app.Text.find(String)", 24);  // c.e.app.Text.find(String)
 * }</pre>
 */
public final class ReadableName {
  private ReadableName() {}

  /** The name with the parameters' types by their simple names. */
  public static String of(String fullName) {
    int open = fullName.indexOf('(');
    int close = fullName.lastIndexOf(')');
    if (open < 0 || close < open) {
      return fullName;
    }
    var text = new StringBuilder(fullName.length()).append(fullName, 0, open + 1);
    int at = open + 1;
    while (at < close) {
      if (at > open + 1) {
        text.append(", ");
      }
      at = type(fullName, at, close, text);
      if (at < 0) {
        return fullName;
      }
    }
    return text.append(')').toString();
  }

  /** The readable name of a method; one without a signature has it already. */
  public static String of(Method method) {
    return method.signature().isEmpty() ? method.qualifiedName() : of(method.fullName());
  }

  /** Adds the type at {@code at}; returns the start of the next one, or -1 if there is no type. */
  private static int type(String name, int at, int close, StringBuilder text) {
    int dimensions = 0;
    while (at < close && name.charAt(at) == '[') {
      dimensions++;
      at++;
    }
    if (at == close) {
      return -1;
    }
    int next = at + 1;
    if (name.charAt(at) == 'L') {
      int end = name.indexOf(';', at);
      if (end < 0 || end > close) {
        return -1;
      }
      text.append(name, Math.max(at, name.lastIndexOf('/', end)) + 1, end);
      next = end + 1;
    } else {
      String primitive = primitive(name.charAt(at));
      if (primitive.isEmpty()) {
        return -1;
      }
      text.append(primitive);
    }
    text.repeat("[]", dimensions);
    return next;
  }

  private static String primitive(char letter) {
    return switch (letter) {
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      default -> "";
    };
  }

  /**
   * A readable name in at most {@code room} characters: packages are shortened first, by letters
   * from the left, then removed; then the parameters; then the end.
   */
  public static String shortened(String name, int room) {
    if (name.length() <= room) {
      return name;
    }
    int open = name.indexOf('(');
    String qualified = open < 0 ? name : name.substring(0, open);
    String parameters = open < 0 ? "" : name.substring(open);
    String[] parts = qualified.split("\\.", -1);
    int packages = Math.max(0, parts.length - (open < 0 ? 1 : 2));
    for (int i = 0; i < packages; i++) {
      parts[i] = parts[i].substring(0, Math.min(1, parts[i].length()));
      String shorter = String.join(".", parts) + parameters;
      if (shorter.length() <= room) {
        return shorter;
      }
    }
    String own = String.join(".", java.util.Arrays.copyOfRange(parts, packages, parts.length));
    if (own.length() + parameters.length() <= room) {
      return own + parameters;
    }
    if (!parameters.isEmpty() && own.length() + 3 <= room) {
      return own + "(…)";
    }
    return room < 2 || own.length() <= room ? own : own.substring(0, room - 1) + "…";
  }
}
