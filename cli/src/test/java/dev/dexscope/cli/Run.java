package dev.dexscope.cli;

import dev.dexscope.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One run of the command line inside the test's VM: its exit code and what it printed. */
public record Run(int exit, String out, String err) {
  public static Run of(String... args) {
    return into(new ByteArrayOutputStream(), args);
  }

  /** A run on a terminal of this width. */
  public static Run on(int columns, String... args) {
    return into(columns, new ByteArrayOutputStream(), args);
  }

  /** A run whose output goes to a stream of the test's own. */
  public static Run into(ByteArrayOutputStream out, String... args) {
    return into(0, out, args);
  }

  private static Run into(int columns, ByteArrayOutputStream out, String... args) {
    var err = new ByteArrayOutputStream();
    int exit = Invocation.run(Terminal.ofStreams(out, err, columns), args);
    return new Run(exit, text(out), text(err));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
