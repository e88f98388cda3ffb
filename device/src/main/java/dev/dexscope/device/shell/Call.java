package dev.dexscope.device.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * A call of a command.
 *
 * @param words the words after its name
 */
record Call(
    Shell shell,
    String name,
    List<String> words,
    InputStream in,
    PrintStream out,
    PrintStream err) {
  Call {
    words = List.copyOf(words);
  }

  /** Returns the same call with other words, as for a command in a command. */
  Call with(String otherName, List<String> otherWords) {
    return new Call(shell, otherName, otherWords, in, out, err);
  }

  /** Prints an error to the error stream, and returns the exit code 1. */
  int fail(String reason) {
    err.println(name + ": " + reason);
    return 1;
  }
}
