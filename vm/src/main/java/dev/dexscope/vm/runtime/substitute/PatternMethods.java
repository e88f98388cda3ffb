package dev.dexscope.vm.runtime.substitute;

import java.util.regex.Pattern;

/**
 * Methods of {@link Pattern}: on Android, words, digits, spaces, boundaries and cases are always
 * those of Unicode, which the JDK has as an option. It makes a pattern slower, so that patterns
 * without any of these remain as they are.
 */
public final class PatternMethods {
  private static final int UNICODE = Pattern.UNICODE_CHARACTER_CLASS;

  /** The letters after a backslash that name characters of a kind. */
  private static final String KINDS = "wWdDsSbBpP";

  private PatternMethods() {}

  /** {@link Pattern#compile(String)}. */
  public static Pattern compile(String regex) {
    return compile(regex, 0);
  }

  /** {@link Pattern#compile(String, int)}. */
  public static Pattern compile(String regex, int flags) {
    return Pattern.compile(regex, isOfKinds(regex, flags) ? flags | UNICODE : flags);
  }

  /** {@link Pattern#matches}. */
  public static boolean matches(String regex, CharSequence input) {
    return compile(regex).matcher(input).matches();
  }

  /** {@link Pattern#flags}: as the program has given them. */
  public static int flags(Pattern pattern) {
    int flags = pattern.flags();
    return (flags & UNICODE) == 0 ? flags : flags & ~(UNICODE | Pattern.UNICODE_CASE);
  }

  /** Returns whether it may matter to an expression what is a word, a digit, a space or a case. */
  static boolean isOfKinds(String regex, int flags) {
    if ((flags & Pattern.LITERAL) != 0 && (flags & Pattern.CASE_INSENSITIVE) == 0) {
      return false;
    }
    if ((flags & Pattern.CASE_INSENSITIVE) != 0 || regex.contains("(?")) {
      return true;
    }
    for (int i = regex.indexOf('\\'); i >= 0 && i + 1 < regex.length(); ) {
      if (KINDS.indexOf(regex.charAt(i + 1)) >= 0) {
        return true;
      }
      i = regex.indexOf('\\', i + 2);
    }
    return false;
  }
}
