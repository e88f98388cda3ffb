package dev.dexscope.apphost;

import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Frame;
import dev.dexscope.observe.trace.MethodTracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Records the events of the app as they happen, so that they survive a crash. */
public final class EventLog {
  private final Writer out;

  /** Receives the parts of the run; the same as the other one, or of the traced part. */
  private Writer parts;

  private long zero = System.nanoTime();

  EventLog(Path file) throws IOException {
    this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    this.parts = out;
  }

  /**
   * From now on parts of the run go to another file, because it is done a second time.
   *
   * @throws IOException if it cannot be written
   */
  public synchronized void continueIn(Path file) throws IOException {
    parts = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** From now on times are counted from here: the recording begins. */
  public synchronized void restart() {
    zero = System.nanoTime();
  }

  /**
   * Something that ends now.
   *
   * @param start by {@link System#nanoTime}
   */
  public void since(Kind kind, String name, long start) {
    add(kind, name, start, System.nanoTime() - start);
  }

  /** A part of the run that has begun, in a trace too; it ends when this is closed. */
  public final class Phase implements AutoCloseable {
    private final Kind kind;
    private final String name;
    private final long start = System.nanoTime();
    private final int traced;

    private Phase(Kind kind, String name) {
      this.kind = kind;
      this.name = name;
      this.traced = MethodTracing.beginPhase(name);
    }

    @Override
    public void close() {
      MethodTracing.endPhase(traced);
      since(kind, name, start);
    }
  }

  /** A part of the run begins. */
  public Phase phase(Kind kind, String name) {
    return new Phase(kind, name);
  }

  /** Something that has no length. */
  public void now(Kind kind, String name) {
    add(kind, name, System.nanoTime(), 0);
  }

  /**
   * A frame that has ended.
   *
   * @param frame its start is by {@link System#nanoTime}
   */
  public void frame(Frame frame) {
    Event event = frame.event();
    add(event.kind(), event.name(), event.start(), event.duration());
  }

  /** A figure of the whole run. */
  public synchronized void figure(String name, long value) {
    write(Kind.FIGURE, name, 0, value);
  }

  private synchronized void add(Kind kind, String name, long start, long duration) {
    write(kind, name, start - zero, duration);
  }

  private void write(Kind kind, String name, long start, long value) {
    Writer to = AppRun.PARTS.contains(kind) ? parts : out;
    try {
      to.write(
          kind + "\t" + name.replaceAll("\\p{Cntrl}", " ") + "\t" + start + "\t" + value + "\n");
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
