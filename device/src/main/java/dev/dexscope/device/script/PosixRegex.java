package dev.dexscope.device.script;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions of POSIX, basic or extended, with the additions of GNU's and toybox's. */
public final class PosixRegex {
  private final String source;
  private final boolean isExtended;
  private final StringBuilder java = new StringBuilder();
  private int at;

  private PosixRegex(String source, boolean isExtended) {
    this.source = source;
    this.isExtended = isExtended;
  }

  public static Pattern compile(String source, boolean isExtended, boolean ignoresCase)
      throws IOException {
    try {
      int flags = ignoresCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
      return Pattern.compile(new PosixRegex(source, isExtended).java(), flags | Pattern.UNIX_LINES);
    } catch (PatternSyntaxException e) {
      throw new IOException("bad regex '" + source + "': " + e.getDescription(), e);
    }
  }

  /** A search that ends: some patterns would take for ever. */
  public static Matcher matcher(Pattern pattern, String text) {
    return pattern.matcher(new BoundedText(text));
  }

  private String java() {
    boolean isStart = true;
    while (at < source.length()) {
      char c = source.charAt(at++);
      int before = java.length();
      switch (c) {
        case '\\' -> escaped();
        case '[' -> bracket();
        case '*' -> java.append(isStart ? "\\*" : "*");
        case '^' -> java.append(isExtended || isStart ? "^" : "\\^");
        case '$' -> java.append(isExtended || isAtEnd() ? "$" : "\\$");
        case '.' -> java.append('.');
        case '+', '?', '(', ')', '|' -> java.append(isExtended ? c + "" : "\\" + c);
        case '{' -> java.append(isExtended && isInterval() ? "{" : "\\{");
        case '}' -> java.append(isExtended && isOpen() ? "}" : "\\}");
        default -> java.append(Pattern.quote(c + ""));
      }
      String added = java.substring(before);
      isStart = added.equals("(") || added.equals("|") || (added.equals("^") && before == 0);
    }
    return java.toString();
  }

  private boolean isOpen() {
    return java.lastIndexOf("{") > java.lastIndexOf("}")
        && java.lastIndexOf("\\{") != java.lastIndexOf("{") - 1;
  }

  private boolean isInterval() {
    return at < source.length() && Character.isDigit(source.charAt(at));
  }

  private boolean isAtEnd() {
    return at == source.length() || source.startsWith("\\)", at) || source.startsWith("\\|", at);
  }

  private void escaped() {
    if (at == source.length()) {
      java.append("\\\\");
      return;
    }
    char c = source.charAt(at++);
    switch (c) {
      case '(', ')', '|', '+', '?', '{', '}' -> java.append(isExtended ? "\\" + c : c + "");
      case 'w', 'W', 's', 'S', 'b', 'B', 'n', 't' -> java.append('\\').append(c);
      case '<', '>' -> java.append("\\b");
      default -> java.append(Character.isDigit(c) && c != '0' ? "\\" + c : Pattern.quote(c + ""));
    }
  }

  /** A list of characters, with ranges and classes. */
  private void bracket() {
    int begin = at;
    boolean isInverse = at < source.length() && source.charAt(at) == '^';
    at += isInverse ? 1 : 0;
    StringBuilder list = new StringBuilder(isInverse ? "[^" : "[");
    boolean isFirst = true;
    while (at < source.length() && (isFirst || source.charAt(at) != ']')) {
      isFirst = false;
      int named = source.startsWith("[:", at) ? source.indexOf(":]", at) : -1;
      if (named > 0) {
        String name = source.substring(at + 2, named);
        for (char c = 1; c < 0x100; c++) {
          list.append(Glob.isOf(name, c) ? String.format("\\u%04x", (int) c) : "");
        }
        at = named + 2;
      } else if (source.charAt(at) == '-' && list.length() > 2 && isRange()) {
        list.append('-');
        at++;
      } else {
        list.append(String.format("\\u%04x", (int) source.charAt(at++)));
      }
    }
    if (at >= source.length()) {
      at = begin;
      java.append("\\[");
      return;
    }
    at++;
    java.append(list).append(']');
  }

  private boolean isRange() {
    return at + 1 < source.length() && source.charAt(at + 1) != ']';
  }
}
