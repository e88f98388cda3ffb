package dev.dexscope.device.script;

/** The text of a script, and the place that is read. */
final class Source {
  private static final int MOST_DEPTH = 100;

  /** What ends a word: blanks and the characters of operators. */
  private static final String DELIMITERS = " \t\n;&|<>()";

  private String text;
  private int at;
  private int depth;

  Source(String text) {
    this.text = text;
  }

  /** The text of a script in this one. */
  Source within(String inner) {
    Source source = new Source(inner);
    source.depth = depth;
    return source;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  /** The next character; 0 at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : 0;
  }

  char next() {
    return text.charAt(at++);
  }

  void skip(int count) {
    at += count;
  }

  boolean startsWith(String wanted) {
    return text.startsWith(wanted, at);
  }

  /** Reads a text if it is next. */
  boolean take(String wanted) {
    boolean isNext = startsWith(wanted);
    at += isNext ? wanted.length() : 0;
    return isNext;
  }

  static boolean isDelimiter(char c) {
    return c == 0 || DELIMITERS.indexOf(c) >= 0;
  }

  /** Skips blanks, continued lines and a comment. */
  void skipBlanks() {
    while (peek() == ' ' || peek() == '\t' || startsWith("\\\n")) {
      at += peek() == '\\' ? 2 : 1;
    }
    if (peek() == '#') {
      while (!isAtEnd() && peek() != '\n') {
        at++;
      }
    }
  }

  /** Returns whether a word without quotes is next. */
  boolean isAtWord(String word) {
    return startsWith(word) && isDelimiter(peek(word.length()));
  }

  /** Reads a name of a variable; empty where there is none. */
  String name() {
    int end = at;
    while (end < text.length() && isPartOfName(text.charAt(end), end == at)) {
      end++;
    }
    String name = text.substring(at, end);
    at = end;
    return name;
  }

  static boolean isPartOfName(char c, boolean isFirst) {
    return c == '_'
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (!isFirst && c >= '0' && c <= '9');
  }

  static boolean isName(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!isPartOfName(word.charAt(i), i == 0)) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** Takes the lines of a here-document out of the text: those after the line that is read. */
  String cutLines(String end, boolean stripsTabs) throws SyntaxException {
    int begin = text.indexOf('\n', at) + 1;
    StringBuilder lines = new StringBuilder();
    int next = begin;
    while (begin > 0 && next < text.length()) {
      int newline = text.indexOf('\n', next);
      int lineEnd = newline < 0 ? text.length() : newline;
      String line = text.substring(next, lineEnd);
      next = Math.min(text.length(), lineEnd + 1);
      String shown = stripsTabs ? line.replaceFirst("^\t+", "") : line;
      if (shown.equals(end)) {
        text = text.substring(0, begin) + text.substring(next);
        return lines.toString();
      }
      lines.append(shown).append('\n');
    }
    throw SyntaxException.incomplete(end);
  }

  /** Begins a part in a part. */
  void enter() throws SyntaxException {
    if (++depth > MOST_DEPTH) {
      throw new SyntaxException("more than " + MOST_DEPTH + " levels");
    }
  }

  void leave() {
    depth--;
  }
}
