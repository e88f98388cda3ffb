package dev.dexscope.observe.logcat;

import dev.dexscope.vm.runtime.VmContext;
import java.io.PrintStream;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The log of this VM: the last messages in memory, and those selected by the environment's
 * ANDROID_LOG_TAGS, or all, on standard error. It has no lock: a thread that a debugger has
 * suspended while it logs does not block others.
 */
public final class Logcat {
  /** As much text as a device's buffers keep by default. */
  static final int CAPACITY = 256 * 1024;

  private final Queue<LogEntry> entries = new ConcurrentLinkedQueue<>();
  private final AtomicInteger length = new AtomicInteger();

  /** As for logcat, and for Android's runtime on a host. */
  private volatile Sink sink =
      new Printer(System.err, LogFilter.parse(System.getenv("ANDROID_LOG_TAGS")));

  /** Receives messages in addition to the memory, from any thread. */
  public interface Sink {
    void add(LogEntry entry);

    /** Waits until added entries are visible to readers. */
    void flush();
  }

  private record Printer(PrintStream out, LogFilter filter) implements Sink {
    @Override
    public void add(LogEntry entry) {
      if (filter.shows(entry)) {
        out.print(entry.brief());
      }
    }

    @Override
    public void flush() {
      out.flush();
    }
  }

  Logcat() {}

  /** The log that {@code android.util.Log} writes to. */
  public static Logcat log() {
    return VmContext.current().part(Logcat.class, Logcat::new);
  }

  /** Prints all messages to a stream too. */
  public void echo(PrintStream out) {
    tell(new Printer(out, LogFilter.parse("")));
  }

  /** Sends all messages elsewhere instead of to standard error. */
  public void tell(Sink elsewhere) {
    sink = elsewhere;
  }

  /** Adds a message; the oldest go where there are too many. */
  public void add(LogEntry entry) {
    int over = length.addAndGet(length(entry)) - CAPACITY;
    LogEntry oldest;
    while (over > 0 && (oldest = entries.poll()) != null) {
      over = length.addAndGet(-length(oldest)) - CAPACITY;
    }
    entries.add(entry);
    sink.add(entry);
  }

  /** The messages that are kept, oldest first. */
  public List<LogEntry> entries() {
    return List.copyOf(entries);
  }

  /** Waits until added entries are visible to readers. */
  public void flush() {
    sink.flush();
  }

  /** Forgets all messages. */
  public void clear() {
    LogEntry oldest;
    while ((oldest = entries.poll()) != null) {
      length.addAndGet(-length(oldest));
    }
  }

  private static int length(LogEntry entry) {
    return entry.tag().length() + entry.message().length() + 2;
  }
}
