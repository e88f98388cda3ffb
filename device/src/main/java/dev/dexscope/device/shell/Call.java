package dev.dexscope.device.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * A command that is called.
 *
 * @param words behind its name
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

  /** The same with other words, as of a command behind a command. */
  Call with(String otherName, List<String> otherWords) {
    return new Call(shell, otherName, otherWords, in, out, err);
  }

  /** Says on the error stream what is wrong, and gives the exit code 1. */
  int fail(String reason) {
    err.println(name + ": " + reason);
    return 1;
  }
}
