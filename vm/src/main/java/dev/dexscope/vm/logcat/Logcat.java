package dev.dexscope.vm.logcat;

import dev.dexscope.vm.runtime.VmContext;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of this VM: the last messages in memory, and those that the environment's
 * ANDROID_LOG_TAGS wants, or all, on standard error.
 */
public final class Logcat {
  /** As much text as a device's buffers keep by default. */
  static final int CAPACITY = 256 * 1024;

  private final Queue<LogEntry> entries = new ArrayDeque<>();
  private int length;
  private @Nullable PrintStream echo = System.err;

  /** As for logcat, and for Android's runtime on a host. */
  private LogFilter echoed = LogFilter.parse(System.getenv("ANDROID_LOG_TAGS"));

  private Consumer<LogEntry> told = _ -> {};

  Logcat() {}

  /** The log that {@code android.util.Log} writes to. */
  public static Logcat log() {
    return VmContext.current().part(Logcat.class, Logcat::new);
  }

  /** Where all messages are also printed; null for nowhere. */
  public synchronized void echo(@Nullable PrintStream out) {
    echo = out;
    echoed = LogFilter.parse("");
  }

  /** Sends all messages elsewhere instead of to standard error. */
  public synchronized void tell(Consumer<LogEntry> listener) {
    echo = null;
    told = listener;
  }

  /** Adds a message; the oldest go where there are too many. */
  public synchronized void add(LogEntry entry) {
    entries.add(entry);
    length += length(entry);
    while (length > CAPACITY && entries.size() > 1) {
      length -= length(entries.remove());
    }
    if (echo != null && echoed.shows(entry)) {
      echo.print(entry.brief());
    }
    told.accept(entry);
  }

  /** The messages that are kept, oldest first. */
  public synchronized List<LogEntry> entries() {
    return List.copyOf(entries);
  }

  /** Forgets all messages. */
  public synchronized void clear() {
    entries.clear();
    length = 0;
  }

  private static int length(LogEntry entry) {
    return entry.tag().length() + entry.message().length() + 2;
  }
}
