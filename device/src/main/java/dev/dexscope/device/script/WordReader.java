package dev.dexscope.device.script;

import java.util.ArrayList;
import java.util.List;

/** Reads words with their quotes and expansions. */
final class WordReader {
  private static final String SPECIAL = "@*#?-$!";

  private final Source source;
  private final List<Word.Part> parts = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private WordReader(Source source) {
    this.source = source;
  }

  /** A word of a command, up to a blank or an operator. */
  static Word word(Source source) throws SyntaxException {
    WordReader reader = new WordReader(source);
    while (!Source.isDelimiter(source.peek())) {
      reader.part(false);
    }
    return reader.end();
  }

  /** The text of a here-document, in which quotes mean themselves. */
  static Word document(String text) throws SyntaxException {
    Source source = new Source(text);
    WordReader reader = new WordReader(source);
    while (!source.isAtEnd()) {
      if (source.peek() == '"') {
        reader.text.append(source.next());
      } else {
        reader.quotedPart();
      }
    }
    reader.flush(true);
    return new Word(reader.parts);
  }

  private Word end() {
    flush(false);
    return new Word(parts);
  }

  private void flush(boolean isQuoted) {
    if (!text.isEmpty()) {
      parts.add(new Word.Text(text.toString(), isQuoted));
      text.setLength(0);
    }
  }

  /**
   * A part outside of double quotes.
   *
   * @param isBraced whether it is the argument of an expansion
   */
  private void part(boolean isBraced) throws SyntaxException {
    char c = source.next();
    switch (c) {
      case '\'' -> {
        flush(false);
        parts.add(new Word.Text(singleQuoted(), true));
      }
      case '"' -> {
        flush(false);
        doubleQuoted();
      }
      case '\\' -> {
        if (source.peek() != '\n') {
          flush(false);
          parts.add(new Word.Text(source.isAtEnd() ? "\\" : source.next() + "", true));
        } else {
          source.skip(1);
        }
      }
      case '$' -> dollar(false);
      case '`' -> backticks(false);
      default -> text.append(c);
    }
    if (isBraced && source.isAtEnd()) {
      throw SyntaxException.incomplete("}");
    }
  }

  private String singleQuoted() throws SyntaxException {
    StringBuilder quoted = new StringBuilder();
    while (!source.isAtEnd()) {
      char c = source.next();
      if (c == '\'') {
        return quoted.toString();
      }
      quoted.append(c);
    }
    throw SyntaxException.incomplete("'");
  }

  private void doubleQuoted() throws SyntaxException {
    int before = parts.size();
    while (!source.isAtEnd()) {
      if (source.peek() == '"') {
        source.skip(1);
        flush(true);
        if (parts.size() == before) {
          parts.add(new Word.Text("", true));
        }
        return;
      }
      quotedPart();
    }
    throw SyntaxException.incomplete("\"");
  }

  private void quotedPart() throws SyntaxException {
    char c = source.next();
    switch (c) {
      case '$' -> dollar(true);
      case '`' -> backticks(true);
      case '\\' -> {
        char escaped = source.peek();
        if (escaped == '\n') {
          source.skip(1);
        } else if (escaped != 0 && "$`\"\\".indexOf(escaped) >= 0) {
          text.append(source.next());
        } else {
          text.append(c);
        }
      }
      default -> text.append(c);
    }
  }

  private void add(Word.Part part, boolean isQuoted) {
    flush(isQuoted);
    parts.add(part);
  }

  private void dollar(boolean isQuoted) throws SyntaxException {
    source.enter();
    if (source.startsWith("((")) {
      source.skip(2);
      add(new Word.Sum(sum(), isQuoted), isQuoted);
    } else if (source.take("(")) {
      add(new Word.Output(new Parser(source).until(")"), isQuoted), isQuoted);
    } else if (source.take("{")) {
      braces(isQuoted);
    } else if (!isQuoted && source.take("'")) {
      flush(false);
      parts.add(new Word.Text(Escapes.expand(escaped()), true));
    } else {
      String name = source.name();
      char c = source.peek();
      if (name.isEmpty() && c != 0 && (SPECIAL.indexOf(c) >= 0 || Character.isDigit(c))) {
        name = source.next() + "";
      }
      if (name.isEmpty()) {
        text.append('$');
      } else {
        add(new Word.Parameter(name, "", Word.EMPTY, isQuoted), isQuoted);
      }
    }
    source.leave();
  }

  /** The text of {@code $'...'}, with its backslashes. */
  private String escaped() throws SyntaxException {
    StringBuilder quoted = new StringBuilder();
    while (!source.isAtEnd()) {
      char c = source.next();
      if (c == '\'') {
        return quoted.toString();
      }
      quoted.append(c);
      if (c == '\\' && !source.isAtEnd()) {
        quoted.append(source.next());
      }
    }
    throw SyntaxException.incomplete("'");
  }

  /** An expression up to the two parentheses that close it. */
  private Word sum() throws SyntaxException {
    WordReader inner = new WordReader(source);
    int open = 0;
    while (!source.isAtEnd()) {
      if (open == 0 && source.take("))")) {
        inner.flush(true);
        return new Word(inner.parts);
      }
      char c = source.peek();
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == '"') {
        source.skip(1);
      } else {
        inner.quotedPart();
      }
    }
    throw SyntaxException.incomplete("))");
  }

  private void braces(boolean isQuoted) throws SyntaxException {
    boolean isLength = source.peek() == '#' && source.peek(1) != '}';
    source.skip(isLength ? 1 : 0);
    String name = source.name();
    while (name.isEmpty() || name.chars().allMatch(Character::isDigit)) {
      char c = source.peek();
      if (Character.isDigit(c)) {
        name += source.next();
      } else if (name.isEmpty() && c != 0 && SPECIAL.indexOf(c) >= 0) {
        name = source.next() + "";
      } else {
        break;
      }
    }
    if (name.isEmpty()) {
      throw new SyntaxException("bad substitution");
    }
    String operator = isLength ? "length" : "";
    for (String each : isLength ? List.<String>of() : Parameters.OPERATORS) {
      if (operator.isEmpty() && source.take(each)) {
        operator = each;
      }
    }
    WordReader argument = new WordReader(source);
    while (source.peek() != '}') {
      if (source.isAtEnd()) {
        throw SyntaxException.incomplete("}");
      }
      if (operator.isEmpty() || isLength) {
        throw new SyntaxException("bad substitution");
      }
      // In double quotes, single quotes mean themselves in a value, but quote in a pattern.
      if (isQuoted && source.peek() == '\'' && !Parameters.isPattern(operator)) {
        argument.text.append(source.next());
      } else {
        argument.part(true);
      }
    }
    source.skip(1);
    add(new Word.Parameter(name, operator, argument.end(), isQuoted), isQuoted);
  }

  private void backticks(boolean isQuoted) throws SyntaxException {
    StringBuilder command = new StringBuilder();
    while (!source.isAtEnd()) {
      char c = source.next();
      if (c == '`') {
        source.enter();
        Source inner = source.within(command.toString());
        add(new Word.Output(new Parser(inner).all(), isQuoted), isQuoted);
        source.leave();
        return;
      }
      char escaped = source.peek();
      boolean isEscape =
          c == '\\'
              && escaped != 0
              && ("$`\\".indexOf(escaped) >= 0 || (isQuoted && escaped == '"'));
      command.append(isEscape ? source.next() : c);
    }
    throw SyntaxException.incomplete("`");
  }
}
