package dev.dexscope.device.process;

import dev.dexscope.observe.logcat.LogEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The device's log: the last messages of all processes. */
public final class LogBuffer {
  private static final long NANOS = 1_000_000;

  /** The limits of the limit, in bytes. */
  public static final int LEAST_LIMIT = 64 * 1024;

  public static final int MOST_LIMIT = 64 * 1024 * 1024;

  /** As much text as a device keeps by default. */
  private static final int DEFAULT_LIMIT = 256 * 1024;

  private final Queue<LogEntry> entries = new ArrayDeque<>();
  private int limit = DEFAULT_LIMIT;
  private int length;
  private long allLength;

  /** The number of messages forgotten before the first that is kept. */
  private long forgotten;

  /** Adds a message; the oldest go where there are too many. */
  public synchronized void add(LogEntry entry) {
    entries.add(entry);
    length += length(entry);
    allLength += length(entry);
    shrink();
    notifyAll();
  }

  private void shrink() {
    while (length > limit && entries.size() > 1) {
      length -= length(entries.remove());
      forgotten++;
    }
  }

  /** Limits the text that is kept, in bytes. */
  public synchronized void limit(int most) {
    limit = Math.clamp(most, LEAST_LIMIT, MOST_LIMIT);
    shrink();
  }

  /**
   * How full it is.
   *
   * @param allLength of all messages that ever were
   */
  public record Use(int limit, int length, int count, long allLength, long allCount) {}

  /** Returns how full it is. */
  public synchronized Use use() {
    return new Use(limit, length, entries.size(), allLength, forgotten + entries.size());
  }

  private static int length(LogEntry entry) {
    return entry.tag().length() + entry.message().length() + 2;
  }

  /** Forgets all. */
  public synchronized void clear() {
    forgotten += entries.size();
    entries.clear();
    length = 0;
  }

  /**
   * The messages from a number on, as far as they are kept.
   *
   * @param first of those that ever were
   * @param next the number of the first one that is not there yet
   */
  public record Messages(long first, List<LogEntry> entries, long next) {
    public Messages {
      entries = List.copyOf(entries);
    }
  }

  /** Returns the kept messages from a number on. */
  public synchronized Messages from(long number) {
    List<LogEntry> all = new ArrayList<>(entries);
    long skipped = Math.min(Math.max(0, number - forgotten), all.size());
    return new Messages(
        forgotten + skipped, all.subList((int) skipped, all.size()), forgotten + all.size());
  }

  /**
   * Waits until there is a message with a number, or a later one, or some time has passed.
   *
   * @param millis the most of that time
   */
  public synchronized void await(long number, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * NANOS;
    long left = millis;
    while (forgotten + entries.size() <= number && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / NANOS;
    }
  }
}
