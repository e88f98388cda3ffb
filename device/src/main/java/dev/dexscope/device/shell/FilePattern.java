package dev.dexscope.device.shell;

/**
 * Patterns of file names: {@code *} and {@code ?}; a character after a backslash matches itself.
 */
final class FilePattern {
  private FilePattern() {}

  /**
   * Returns whether a name is one of the pattern's; hidden files only where it begins as they do.
   */
  static boolean matches(String pattern, String name) {
    if (name.startsWith(".") && !pattern.startsWith("\\.")) {
      return false;
    }
    // Goes back to the last star only: what an earlier one took need not change.
    int p = 0;
    int n = 0;
    int star = -1;
    int starName = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starName = n;
      } else if (isAlike(pattern, p, name.charAt(n))) {
        p += pattern.charAt(p) == '\\' ? 2 : 1;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++starName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean isAlike(String pattern, int at, char c) {
    if (at >= pattern.length()) {
      return false;
    }
    return switch (pattern.charAt(at)) {
      case '?' -> true;
      case '\\' -> at + 1 < pattern.length() && pattern.charAt(at + 1) == c;
      default -> false;
    };
  }
}
