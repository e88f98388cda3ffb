package dev.dexscope.cli.terminal;

import java.util.Locale;

/**
 * A line on the terminal with the progress of long work. Nothing is drawn without a terminal, or
 * when the work ends within the first half second.
 */
public final class Progress implements AutoCloseable {
  private static final long FIRST_NANOS = 500_000_000L;
  private static final long NEXT_NANOS = 100_000_000L;

  private final Terminal terminal;
  private final String task;
  private final long total;
  private long nextDraw;
  private boolean drawn;

  /**
   * @param task what is being done: "reading app.trace"
   * @param total the work's size, in any unit that {@link #at} also uses; 0 when unknown
   */
  public Progress(Terminal terminal, String task, long total) {
    this(terminal, task, total, FIRST_NANOS);
  }

  /** A progress that is first drawn after {@code delayNanos}. */
  public Progress(Terminal terminal, String task, long total, long delayNanos) {
    this.nextDraw = System.nanoTime() + delayNanos;
    this.terminal = terminal;
    this.task = task;
    this.total = total;
  }

  /** Says that {@code done} of the total is done. Cheap enough for an outer loop. */
  public synchronized void at(long done) {
    if (!terminal.interactive()) {
      return;
    }
    long now = System.nanoTime();
    if (now - nextDraw < 0) {
      return;
    }
    nextDraw = now + NEXT_NANOS;
    drawn = true;
    terminal.err().print(line(done));
    terminal.err().flush();
  }

  private String line(long done) {
    if (total <= 0) {
      return "\r" + task + " ...\033[K";
    }
    long percent = Math.min(100, Math.max(0, Math.round(100.0 * done / total)));
    return String.format(Locale.ROOT, "\r%s %3d%%\033[K", task, percent);
  }

  /** Wipes the line: what follows is the result. */
  @Override
  public synchronized void close() {
    if (drawn) {
      terminal.err().print("\r\033[K");
      terminal.err().flush();
      drawn = false;
    }
  }
}
