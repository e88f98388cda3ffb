package dev.dexscope.cli;

import dev.dexscope.cli.terminal.Terminal;

/** The entry point. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Invocation.run(Terminal.ofProcess(), args));
  }
}
