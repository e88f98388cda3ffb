package dev.dexscope.trace.retrace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a log has of a stack trace: a frame, {@code at a.b.c(SourceFile:12)}, or the class
 * of an exception, {@code Caused by: a.b: message}; with all that is before and after it.
 *
 * @param before the text before the class's name
 * @param method null if the line names a class only
 * @param open the text between the method's name and its file
 * @param file empty without a method
 * @param lineText the line with the colon before it; empty without
 * @param after the text after the file, or after the class
 */
record StackLine(
    String before,
    String type,
    @Nullable String method,
    String open,
    String file,
    String lineText,
    String after) {
  /** Of a frame without a line. */
  static final int NO_LINE = -1;

  private static final int DIGITS = 9;

  /** Names of Kotlin may have hyphens. Possessive, so that no line takes long. */
  private static final String WORD =
      "[-\\p{javaJavaIdentifierStart}][-\\p{javaJavaIdentifierPart}]*+";

  /** Before the class its loader and module are possible, {@code app//module@2/}. */
  private static final Pattern FRAME =
      Pattern.compile(
          "\\bat\\s++(?:[^\\s()]*/)?("
              + WORD
              + "(?:\\."
              + WORD
              + ")*)\\.("
              + WORD
              + "|<init>|<clinit>)(\\s*+\\()");

  private static final Pattern CLASS = Pattern.compile(WORD + "(?:\\." + WORD + ")*+");

  /** Reads a line; null if nothing of it can be restored. */
  static @Nullable StackLine of(String line) {
    StackLine frame = frame(line);
    return frame == null ? thrown(line) : frame;
  }

  /** The number of the line; {@link #NO_LINE} without, and 0 if the file states 0. */
  int line() {
    boolean hasNumber = lineText.length() > 1 && lineText.length() <= DIGITS + 1;
    return hasNumber ? Integer.parseInt(lineText, 1, lineText.length(), 10) : NO_LINE;
  }

  private static @Nullable StackLine frame(String line) {
    Matcher m = FRAME.matcher(line);
    int close = close(line);
    if (close < 0 || !m.find() || close < m.end()) {
      return null;
    }
    String place = line.substring(m.end(), close);
    int colon = lineStart(place);
    return new StackLine(
        line.substring(0, m.start(1)),
        m.group(1),
        m.group(2),
        m.group(3),
        place.substring(0, colon),
        place.substring(colon),
        line.substring(close));
  }

  /**
   * The last parenthesis with nothing after it except the jar of the class, {@code ~[app.jar:1.0]}.
   */
  private static int close(String line) {
    boolean hasJar = line.endsWith("]");
    for (int at = line.lastIndexOf(')'); at >= 0; at = line.lastIndexOf(')', at - 1)) {
      int next = at + 1;
      while (next < line.length() && Character.isSpaceChar(line.charAt(next))) {
        next++;
      }
      if (next == line.length() || (hasJar && line.startsWith("~[", next))) {
        return at;
      }
    }
    return -1;
  }

  /** Where the colon before the line's number is in {@code File.java:12}; the end without one. */
  private static int lineStart(String place) {
    int at = place.length();
    while (at > 0 && Character.isDigit(place.charAt(at - 1))) {
      at--;
    }
    boolean hasLine = at > 0 && at < place.length() && place.charAt(at - 1) == ':';
    return hasLine ? at - 1 : place.length();
  }

  /** The class that a line begins with, or the last one after a colon or a quote. */
  private static @Nullable StackLine thrown(String line) {
    Matcher m = CLASS.matcher(line);
    boolean startsWithClass = m.lookingAt();
    int first = startsWithClass ? m.end() : 0;
    if (startsWithClass && isPrefix(line, first) && classAfter(line, first, m)) {
      return line.startsWith("Suppressed") && first == "Suppressed".length()
          ? type(line, m.start(), m.end())
          : type(line, 0, first);
    }
    for (int at = line.length() - 1; at >= 0; at--) {
      if (isPrefix(line, at) && classAfter(line, at, m)) {
        return type(line, m.start(), m.end());
      }
    }
    return startsWithClass && isEnd(line, first) ? type(line, 0, first) : null;
  }

  private static StackLine type(String line, int from, int to) {
    return new StackLine(
        line.substring(0, from), line.substring(from, to), null, "", "", "", line.substring(to));
  }

  private static boolean isPrefix(String line, int at) {
    return at + 1 < line.length()
        && (line.charAt(at) == ':' || line.charAt(at) == '"')
        && isSpace(line.charAt(at + 1));
  }

  /** Finds a class after a colon and spaces, with nothing or a colon after it. */
  private static boolean classAfter(String line, int colon, Matcher m) {
    int at = colon + 1;
    while (at < line.length() && isSpace(line.charAt(at))) {
      at++;
    }
    m.region(at, line.length());
    return m.lookingAt() && isEnd(line, m.end());
  }

  private static boolean isEnd(String line, int at) {
    return at == line.length() || line.charAt(at) == ':' || line.charAt(at) == ']';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
