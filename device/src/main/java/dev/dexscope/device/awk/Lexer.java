package dev.dexscope.device.awk;

import dev.dexscope.device.script.CFormat;
import dev.dexscope.device.script.Escapes;
import java.util.List;
import java.util.Set;

/** The tokens of a program. */
final class Lexer {
  /** The kinds of tokens. */
  enum Kind {
    NUMBER,
    TEXT,
    NAME,
    /** A name right before a parenthesis. */
    FUNCTION,
    BUILTIN,
    KEYWORD,
    SIGN,
    NEWLINE,
    END
  }

  record Token(Kind kind, String text) {}

  private static final Set<String> KEYWORDS =
      Set.of(
          "BEGIN",
          "END",
          "break",
          "continue",
          "delete",
          "do",
          "else",
          "exit",
          "for",
          "func",
          "function",
          "getline",
          "if",
          "in",
          "next",
          "nextfile",
          "print",
          "printf",
          "return",
          "while");

  private static final Set<String> BUILTINS =
      Set.of(
          "atan2", "close", "cos", "exp", "fflush", "gsub", "index", "int", "length", "log",
          "match", "rand", "sin", "split", "sprintf", "sqrt", "srand", "sub", "substr", "system",
          "tolower", "toupper");

  private static final List<String> SIGNS =
      List.of(
          "**=", "&&", "||", "!~", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=", "%=",
          "^=", ">>", "**");

  private final String source;
  private int at;

  /** Where the last token began. */
  private int begin;

  Lexer(String source) {
    this.source = source;
  }

  AwkException fault(String reason) {
    int line = 1 + (int) source.substring(0, begin).chars().filter(c -> c == '\n').count();
    return new AwkException("line " + line + ": " + reason);
  }

  private char peek() {
    return at < source.length() ? source.charAt(at) : 0;
  }

  private void skip() {
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '#') {
        int end = source.indexOf('\n', at);
        at = end < 0 ? source.length() : end;
      } else if (source.startsWith("\\\n", at)) {
        at += 2;
      } else if (source.startsWith("\\\r\n", at)) {
        at += 3;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        at++;
      } else {
        return;
      }
    }
  }

  private static boolean isOfName(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Returns the next token. */
  Token next() throws AwkException {
    skip();
    begin = at;
    if (at == source.length()) {
      return new Token(Kind.END, "the end");
    }
    char c = source.charAt(at);
    if (c == '\n') {
      at++;
      return new Token(Kind.NEWLINE, "the end of the line");
    }
    if (c == '"') {
      return text();
    }
    int end = c == '+' || c == '-' ? at : CFormat.endOfNumber(source, at);
    if (end > at) {
      at = end;
      return new Token(Kind.NUMBER, source.substring(begin, at));
    }
    if (isOfName(c)) {
      return word();
    }
    for (String each : SIGNS) {
      if (source.startsWith(each, at)) {
        at += each.length();
        return new Token(Kind.SIGN, each.replace("**", "^"));
      }
    }
    at++;
    return new Token(Kind.SIGN, c + "");
  }

  private Token word() {
    while (isOfName(peek())) {
      at++;
    }
    String word = source.substring(begin, at);
    if (KEYWORDS.contains(word)) {
      return new Token(Kind.KEYWORD, word.equals("func") ? "function" : word);
    }
    if (BUILTINS.contains(word)) {
      return new Token(Kind.BUILTIN, word);
    }
    return new Token(peek() == '(' ? Kind.FUNCTION : Kind.NAME, word);
  }

  private Token text() throws AwkException {
    StringBuilder raw = new StringBuilder();
    at++;
    while (peek() != '"') {
      char c = peek();
      if (at >= source.length() || c == '\n') {
        throw fault("a text without its end");
      }
      at++;
      if (c == '\\' && at < source.length()) {
        char escaped = source.charAt(at++);
        if (escaped == '/') {
          raw.append('/');
        } else if (escaped != '\n') {
          raw.append(c).append(escaped);
        }
      } else {
        raw.append(c);
      }
    }
    at++;
    return new Token(Kind.TEXT, Escapes.expand(raw.toString()));
  }

  /** Returns the pattern whose first slash was the last token, or began it. */
  String pattern() throws AwkException {
    at = begin + 1;
    StringBuilder pattern = new StringBuilder();
    boolean isInBrackets = false;
    while (peek() != '/' || isInBrackets) {
      char c = peek();
      if (at >= source.length() || c == '\n') {
        throw fault("a pattern without its end");
      }
      at++;
      if (c == '\\' && peek() == '/') {
        pattern.append('/');
        at++;
      } else if (c == '\\' && at < source.length()) {
        pattern.append(c).append(source.charAt(at++));
      } else {
        isInBrackets = c == '[' || (isInBrackets && c != ']');
        pattern.append(c);
      }
    }
    at++;
    return pattern.toString();
  }

  /** Returns whether {@code getline} follows. */
  boolean isBeforeGetLine() {
    skip();
    int end = at + "getline".length();
    return source.startsWith("getline", at)
        && (end == source.length() || !isOfName(source.charAt(end)));
  }
}
