package dev.dexscope.device.script;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The open streams of a command by their numbers: an {@link InputStream} or a {@link PrintStream}.
 */
public final class Descriptors {
  private static final PrintStream CLOSED =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private final Map<Integer, Closeable> streams;

  private Descriptors(Map<Integer, Closeable> streams) {
    this.streams = streams;
  }

  /** The three that every command has. */
  public static Descriptors of(InputStream in, PrintStream out, PrintStream err) {
    return new Descriptors(Map.of(0, in, 1, out, 2, err));
  }

  Descriptors with(int number, Closeable stream) {
    Map<Integer, Closeable> other = new HashMap<>(streams);
    other.put(number, stream);
    return new Descriptors(other);
  }

  Descriptors without(int number) {
    Map<Integer, Closeable> other = new HashMap<>(streams);
    other.remove(number);
    return new Descriptors(other);
  }

  Closeable get(int number) throws IOException {
    Closeable stream = streams.get(number);
    if (stream == null) {
      throw new IOException(number + ": Bad file descriptor");
    }
    return stream;
  }

  /** Standard input; empty if it is closed. */
  public InputStream in() {
    return streams.get(0) instanceof InputStream in ? in : InputStream.nullInputStream();
  }

  /** Standard output. */
  public PrintStream out() {
    return streams.get(1) instanceof PrintStream out ? out : CLOSED;
  }

  /** Standard error. */
  public PrintStream err() {
    return streams.get(2) instanceof PrintStream err ? err : CLOSED;
  }
}
