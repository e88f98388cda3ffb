package dev.dexscope.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command prints: results on {@code out}, everything else on {@code err}.
 *
 * @param interactive whether a person watches {@code err}: only then is progress drawn
 * @param color whether {@code out} takes ANSI colours
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive, boolean color) {
  private static final int BUFFER = 1 << 16;

  /**
   * The process's own streams. The launcher tells what they are connected to, because asking the
   * JDK's console costs more start-up time than a whole short command.
   */
  public static Terminal ofProcess() {
    boolean color = Boolean.getBoolean("dexscope.stdout.tty") && System.getenv("NO_COLOR") == null;
    return new Terminal(
        stream(FileDescriptor.out, false),
        stream(FileDescriptor.err, true),
        Boolean.getBoolean("dexscope.stderr.tty"),
        color);
  }

  /** Streams that a test reads back. */
  public static Terminal ofStreams(OutputStream out, OutputStream err) {
    return new Terminal(
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        false,
        false);
  }

  private static PrintStream stream(FileDescriptor fd, boolean autoFlush) {
    return new PrintStream(
        new java.io.BufferedOutputStream(new FileOutputStream(fd), BUFFER),
        autoFlush,
        StandardCharsets.UTF_8);
  }
}
