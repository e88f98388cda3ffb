package dev.dexscope.dex.verify.link;

/** The grammar of type descriptors (dex format, "TypeDescriptor"). */
public final class Descriptors {
  private Descriptors() {}

  public static boolean isReference(String descriptor) {
    int dimensions = 0;
    while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
      dimensions++;
    }
    int left = descriptor.length() - dimensions;
    if (dimensions > 255 || left == 0) {
      return false;
    }
    return left == 1
        ? dimensions > 0 && isPrimitive(descriptor.charAt(dimensions))
        : isClass(descriptor, dimensions);
  }

  static boolean isPrimitive(char c) {
    return "ZBSCIJFD".indexOf(c) >= 0;
  }

  private static boolean isClass(String descriptor, int from) {
    int last = descriptor.length() - 1;
    if (descriptor.charAt(from) != 'L' || descriptor.charAt(last) != ';' || last == from + 1) {
      return false;
    }
    int partStart = from + 1;
    for (int i = partStart; i <= last; i++) {
      char c = descriptor.charAt(i);
      if (c == '/' || i == last) {
        if (i == partStart) {
          return false;
        }
        partStart = i + 1;
      } else if (!isNameCharacter(c)) {
        return false;
      }
    }
    return true;
  }

  /** SimpleNameChar: letters, digits, {@code $ - _} and nearly all beyond ASCII. */
  private static boolean isNameCharacter(char c) {
    if (c < 0x80) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || "$-_ ".indexOf(c) >= 0;
    }
    return c >= 0xa0 && c < 0xfff0;
  }
}
