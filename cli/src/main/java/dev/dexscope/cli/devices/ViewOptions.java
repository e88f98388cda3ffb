package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a table about VMs. */
final class ViewOptions {
  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Repeat at this interval, until Ctrl-C.")
  @Nullable Integer watch;

  /** Makes a table. */
  @FunctionalInterface
  interface Rows {
    Table get() throws IOException;
  }

  /** Prints a table once, or again and again. */
  void print(Terminal terminal, Rows rows) throws IOException {
    while (true) {
      Table table = rows.get();
      boolean isScreen = watch != null && terminal.color() && !json;
      if (isScreen) {
        // To the beginning of the screen, and nothing on it.
        terminal.out().print("\033[H\033[J");
      }
      if (json) {
        Json.print(terminal.out(), json -> TablePrinter.write(table, json));
      } else if (isScreen && terminal.lines() > 0) {
        TablePrinter.of(table).printScreen(terminal.out(), terminal.columns(), terminal.lines());
      } else {
        TablePrinter.of(table).print(terminal.out(), terminal.columns());
      }
      terminal.out().flush();
      if (watch == null) {
        return;
      }
      try {
        TimeUnit.SECONDS.sleep(Math.max(1, watch));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }
  }
}
