package dev.dexscope.device.shell;

import java.io.IOException;

/** A command of the shell. */
@FunctionalInterface
interface ShellCommand {
  /** Runs it; returns its exit code. */
  int run(Call call) throws IOException;
}
