package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.List;

/**
 * A method prototype.
 *
 * <pre>{@code
 * Proto.of("V", "I", "Ljava/lang/String;").descriptor()   // "(ILjava/lang/String;)V"
 * }</pre>
 *
 * @param returnType its type descriptor
 * @param parameters their type descriptors
 */
public record Proto(String returnType, List<String> parameters) {
  public Proto {
    parameters = List.copyOf(parameters);
  }

  /** A prototype of these descriptors. */
  public static Proto of(String returnType, String... parameters) {
    return new Proto(returnType, List.of(parameters));
  }

  /**
   * Reads a descriptor such as {@code (I[J)V}.
   *
   * @throws IllegalArgumentException if it is not a descriptor
   */
  public static Proto parse(String descriptor) {
    int end = descriptor.indexOf(')');
    if (!descriptor.startsWith("(") || end < 0 || end == descriptor.length() - 1) {
      throw new IllegalArgumentException("no method descriptor: " + descriptor);
    }
    List<String> parameters = new ArrayList<>();
    for (int at = 1; at < end; ) {
      int next = endOfType(descriptor, at, end);
      parameters.add(descriptor.substring(at, next));
      at = next;
    }
    return new Proto(descriptor.substring(end + 1), parameters);
  }

  private static int endOfType(String descriptor, int from, int limit) {
    int at = from;
    while (at < limit && descriptor.charAt(at) == '[') {
      at++;
    }
    int end = at < limit && descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at;
    if (end < 0 || end >= limit) {
      throw new IllegalArgumentException("no method descriptor: " + descriptor);
    }
    return end + 1;
  }

  /** Return type and parameters with one letter each, references as L. */
  public String shorty() {
    var text = new StringBuilder().append(letter(returnType));
    parameters.forEach(each -> text.append(letter(each)));
    return text.toString();
  }

  private static char letter(String type) {
    // A broken file may name a type by nothing.
    char first = type.isEmpty() ? 'L' : type.charAt(0);
    return first == '[' ? 'L' : first;
  }

  /** Both, as class files write them. */
  public String descriptor() {
    return "(" + String.join("", parameters) + ")" + returnType;
  }

  /** Returns how many registers the parameters take, without {@code this}. */
  public int registers() {
    int count = 0;
    for (String each : parameters) {
      count += each.equals("J") || each.equals("D") ? 2 : 1;
    }
    return count;
  }

  @Override
  public String toString() {
    return descriptor();
  }
}
