package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A question to the user at the terminal, to be answered by yes or no. */
final class Question {
  /** The answers of the user. */
  enum Answer {
    YES,
    NO,
    /** There is no terminal, or nobody at it. */
    NONE
  }

  private Question() {}

  static Answer put(Terminal terminal, String text) throws IOException {
    if (!terminal.interactive() || !isPerson(System.console())) {
      return Answer.NONE;
    }
    terminal.err().print(text + " [y/N] ");
    terminal.err().flush();
    var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    String answer = in.readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y")
        ? Answer.YES
        : Answer.NO;
  }

  private static boolean isPerson(@Nullable Console console) {
    return console != null && console.isTerminal();
  }
}
