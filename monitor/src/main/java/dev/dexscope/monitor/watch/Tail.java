package dev.dexscope.monitor.watch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last elements of a sequence, numbered from 0. Readers that poll request those from a number
 * on.
 *
 * <pre>{@code
 * Tail<String> tail = new Tail<>(5000, page::raise);
 * tail.add("first");
 * Tail.Part<String> part = tail.since(0, 100);
 * Tail.Part<String> later = tail.since(part.next(), 100);
 * }</pre>
 */
public final class Tail<T> {
  private final int most;
  private final Runnable changed;
  private final Deque<T> kept = new ArrayDeque<>();
  private long count;

  /**
   * @param most the number of elements kept
   * @param changed called for each new element; must not wait
   */
  public Tail(int most, Runnable changed) {
    this.most = most;
    this.changed = changed;
  }

  /** The next one; the oldest goes where there are too many. */
  public void add(T next) {
    synchronized (this) {
      if (kept.size() == most) {
        kept.removeFirst();
      }
      kept.add(next);
      count++;
    }
    changed.run();
  }

  /** Removes all elements. */
  public synchronized void clear() {
    kept.clear();
  }

  /**
   * Consecutive elements.
   *
   * @param first the number of the first; larger than requested if the earlier ones are not kept
   */
  public record Part<T>(long first, List<T> all) {
    public Part {
      all = List.copyOf(all);
    }

    /** Returns the number after the last. */
    public long next() {
      return first + all.size();
    }
  }

  /** Those from a number on; of more than {@code limit} the last. */
  public synchronized Part<T> since(long number, int limit) {
    long oldest = count - Math.min(kept.size(), limit);
    long first = Math.clamp(number, oldest, count);
    long skipped = first - (count - kept.size());
    return new Part<>(first, kept.stream().skip(skipped).toList());
  }
}
