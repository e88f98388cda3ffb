package dev.dexscope.device.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of the shell, command by command, so that each sees the variables that those before
 * it have set. Known are quotes, variables, patterns of file names, redirection, and {@code ; && ||
 * |} between commands.
 */
final class CommandReader {
  private static final int MOST_WORDS = 4096;
  private static final String OPERATORS = ";&|<>\n()";

  /** The target or source of a stream. */
  record Redirection(int stream, String operator, String target) {}

  /**
   * One command.
   *
   * @param end the operator after it; empty at the end of the line
   */
  record Command(
      Map<String, String> variables,
      List<String> words,
      List<Redirection> redirections,
      String end) {}

  /** Finds the files of a pattern, in which quoted characters follow backslashes. */
  @FunctionalInterface
  interface Patterns {
    List<String> files(String pattern) throws IOException;
  }

  private final String text;
  private final UnaryOperator<@Nullable String> variables;
  private final Patterns patterns;
  private int at;

  /**
   * @param variables the value of a variable, or null
   */
  CommandReader(String text, UnaryOperator<@Nullable String> variables, Patterns patterns) {
    this.text = text;
    this.variables = variables;
    this.patterns = patterns;
  }

  /** The next command; null at the end. */
  @Nullable Command next() throws IOException {
    skipBlanks();
    if (at == text.length()) {
      return null;
    }
    Map<String, String> assigned = new LinkedHashMap<>();
    List<String> words = new ArrayList<>();
    List<Redirection> redirections = new ArrayList<>();
    while (at < text.length()) {
      String operator = operator();
      if (operator.isEmpty()) {
        word(assigned, words);
      } else if (operator.indexOf('<') >= 0 || operator.indexOf('>') >= 0) {
        redirections.add(redirection(operator));
      } else {
        return new Command(assigned, words, redirections, operator);
      }
      skipBlanks();
    }
    return new Command(assigned, words, redirections, "");
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '#') {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end;
    }
  }

  /** Returns the operator at this position; empty for a word. */
  private String operator() throws IOException {
    for (String each : List.of("&&", "||", "2>>", "2>&1", "2>", ">>", ">", "<", ";", "|", "\n")) {
      if (text.startsWith(each, at)) {
        at += each.length();
        return each;
      }
    }
    if (OPERATORS.indexOf(text.charAt(at)) >= 0) {
      throw new SyntaxException("'" + text.charAt(at) + "' is not supported");
    }
    return "";
  }

  private Redirection redirection(String operator) throws IOException {
    int stream = operator.startsWith("2") ? 2 : operator.equals("<") ? 0 : 1;
    if (operator.equals("2>&1")) {
      return new Redirection(stream, operator, "");
    }
    skipBlanks();
    if (operator.equals(">") && text.startsWith("&2", at)) {
      at += 2;
      return new Redirection(1, ">&2", "");
    }
    if (at == text.length() || OPERATORS.indexOf(text.charAt(at)) >= 0) {
      throw new SyntaxException("no file after '" + operator + "'");
    }
    return new Redirection(stream, operator, word().plain.toString());
  }

  private void word(Map<String, String> assigned, List<String> words) throws IOException {
    Word word = word();
    String plain = word.plain.toString();
    int equals = plain.indexOf('=');
    if (words.isEmpty() && word.nameEnd >= 0 && word.nameEnd == equals) {
      assigned.put(plain.substring(0, equals), plain.substring(equals + 1));
      return;
    }
    List<String> files = word.isPattern ? patterns.files(word.pattern.toString()) : List.of();
    if (files.isEmpty()) {
      words.add(plain);
    } else {
      words.addAll(files);
    }
    if (words.size() > MOST_WORDS) {
      throw new SyntaxException("more than " + MOST_WORDS + " words");
    }
  }

  /** A word in the making. */
  private static final class Word {
    final StringBuilder plain = new StringBuilder();

    /** The same with a backslash before each literal character. */
    final StringBuilder pattern = new StringBuilder();

    boolean isPattern;

    /** The end of the name in an assignment of a variable; -1 if it is not an assignment. */
    int nameEnd = -1;

    void add(char c, boolean isQuoted) {
      if (c == '=' && !isQuoted && nameEnd < 0 && isName(plain)) {
        nameEnd = plain.length();
      }
      plain.append(c);
      if (!isQuoted && (c == '*' || c == '?')) {
        isPattern = true;
      } else if (c != '/') {
        pattern.append('\\');
      }
      pattern.append(c);
    }

    private static boolean isName(CharSequence text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean isRight = c == '_' || Character.isLetter(c) || (i > 0 && Character.isDigit(c));
        if (!isRight) {
          return false;
        }
      }
      return !text.isEmpty();
    }
  }

  private Word word() throws IOException {
    Word word = new Word();
    char quote = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (quote == 0 && (c == ' ' || c == '\t' || OPERATORS.indexOf(c) >= 0)) {
        return word;
      }
      at++;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && at < text.length()) {
        escaped(word, quote);
      } else if (c == '$' && quote != '\'') {
        variable(word);
      } else if (c == '`' && quote != '\'') {
        throw new SyntaxException("commands in commands are not known here");
      } else {
        word.add(c, quote != 0);
      }
    }
    if (quote != 0) {
      throw new SyntaxException("no end of " + quote);
    }
    return word;
  }

  private void escaped(Word word, char quote) {
    char c = text.charAt(at++);
    if (quote == '"' && "$`\"\\\n".indexOf(c) < 0) {
      word.add('\\', true);
    }
    if (c != '\n') {
      word.add(c, true);
    }
  }

  /** Its value stays one word. */
  private void variable(Word word) throws IOException {
    if (text.startsWith("(", at)) {
      throw new SyntaxException("commands in commands are not known here");
    }
    String name;
    if (text.startsWith("{", at)) {
      int end = text.indexOf('}', at);
      if (end < 0) {
        throw new SyntaxException("no end of ${");
      }
      name = text.substring(at + 1, end);
      at = end + 1;
    } else if (text.startsWith("?", at) || text.startsWith("$", at)) {
      name = text.substring(at, ++at);
    } else {
      int end = at;
      while (end < text.length()
          && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
        end++;
      }
      name = text.substring(at, end);
      at = end;
    }
    String value = name.isEmpty() ? "$" : variables.apply(name);
    for (int i = 0; value != null && i < value.length(); i++) {
      word.add(value.charAt(i), true);
    }
  }
}
