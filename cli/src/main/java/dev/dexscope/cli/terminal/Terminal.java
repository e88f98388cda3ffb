package dev.dexscope.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/** The output of a command: results on {@code out}, everything else on {@code err}. */
public final class Terminal {
  private static final int BUFFER = 1 << 16;

  private final RememberingStream results;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private final boolean color;
  private final int columns;
  private final int lines;

  Terminal(
      OutputStream results,
      PrintStream err,
      boolean interactive,
      boolean color,
      int columns,
      int lines) {
    this.results = new RememberingStream(results);
    this.out = new PrintStream(this.results, false, StandardCharsets.UTF_8);
    this.err = err;
    this.interactive = interactive;
    this.color = color;
    this.columns = columns;
    this.lines = lines;
  }

  /**
   * The process's own streams. The launcher passes what they are connected to, because querying the
   * JDK's console costs more start-up time than a whole short command.
   */
  public static Terminal ofProcess() {
    boolean color = Boolean.getBoolean("dexscope.stdout.tty") && System.getenv("NO_COLOR") == null;
    return new Terminal(
        buffered(FileDescriptor.out),
        new PrintStream(buffered(FileDescriptor.err), true, StandardCharsets.UTF_8),
        Boolean.getBoolean("dexscope.stderr.tty"),
        color,
        Integer.getInteger("dexscope.columns", 0),
        Integer.getInteger("dexscope.lines", 0));
  }

  /** Streams that a test reads back. */
  public static Terminal ofStreams(OutputStream out, OutputStream err) {
    return ofStreams(out, err, 0);
  }

  /** The same as wide as a terminal. */
  public static Terminal ofStreams(OutputStream out, OutputStream err, int columns) {
    return new Terminal(
        out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, columns, 0);
  }

  private static OutputStream buffered(FileDescriptor fd) {
    return new BufferedOutputStream(new FileOutputStream(fd), BUFFER);
  }

  /** For results. */
  public PrintStream out() {
    return out;
  }

  /** For everything else. */
  public PrintStream err() {
    return err;
  }

  /** Says what was installed that is not ours, and on whose terms it may be used. */
  public void tellInstalled(Path file, String licence) {
    out.println("installed  " + file);
    out.println("licence    " + licence);
  }

  /** Says a line of how things go on {@code err}, without what a terminal would take for orders. */
  public void tell(String text) {
    err.println("dexscope: " + plain(text));
  }

  /** Text without what a terminal would take for orders: names from files may hold anything. */
  public static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** Returns whether a person watches {@code err}: only then is progress drawn. */
  public boolean interactive() {
    return interactive;
  }

  /** Returns the width of the terminal that shows {@code out}; 0 if there is none. */
  public int columns() {
    return columns;
  }

  /** Returns how many lines the terminal has when the command starts; 0 where that is not known. */
  public int lines() {
    return lines;
  }

  /** Returns whether {@code out} takes ANSI colours. */
  public boolean color() {
    return color;
  }

  /**
   * Writes what still waits; fails when not all results could be written, as on a full disk. A
   * reader that has seen enough and left, as {@code head} does, is no failure.
   */
  public void finish() throws IOException {
    out.flush();
    IOException failure = results.failure();
    if (failure != null && !isReaderGone(failure)) {
      throw new FileSystemException("standard output", null, failure.getMessage());
    }
  }

  private static boolean isReaderGone(IOException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
