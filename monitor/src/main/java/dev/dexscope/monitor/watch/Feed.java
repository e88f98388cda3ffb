package dev.dexscope.monitor.watch;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Posts events to listeners. Each has a queue of bounded length, so that a slow one does not block
 * others: it loses the oldest events, and receives their number.
 */
final class Feed<T> {
  private static final int MOST_WAITING = 10_000;

  /** The limit of all waiting events; a single larger one is accepted. */
  private static final long MOST_BYTES = 1 << 25;

  private final ToLongFunction<? super T> bytes;
  private final Predicate<? super T> isState;
  private final List<Queued> all = new CopyOnWriteArrayList<>();

  /**
   * @param bytes the approximate size of a waiting event
   * @param isState whether an event only marks a change: a waiting one replaces all equal ones
   *     after it, so that frequent changes do not displace others
   */
  Feed(ToLongFunction<? super T> bytes, Predicate<? super T> isState) {
    this.bytes = bytes;
    this.isState = isState;
  }

  Subscription listen(Listener<? super T> listener) {
    Queued queued = new Queued(listener);
    all.add(queued);
    Thread.ofVirtual().name("monitor listener").start(queued::tellAll);
    return queued;
  }

  /** Does not wait. */
  void publish(T event) {
    if (!all.isEmpty()) {
      long size = bytes.applyAsLong(event);
      all.forEach(each -> each.add(new Waiting<>(event, size)));
    }
  }

  /** Ends all listeners after their waiting events. */
  void end() {
    all.forEach(Queued::end);
    all.clear();
  }

  private record Waiting<T>(T event, long bytes) {}

  private final class Queued implements Subscription {
    private final Listener<? super T> listener;
    private final Queue<Waiting<T>> waiting = new ArrayDeque<>();
    private final Set<T> states = new HashSet<>();
    private long waitingBytes;
    private long lost;
    private boolean isEnding;

    Queued(Listener<? super T> listener) {
      this.listener = listener;
    }

    synchronized void add(Waiting<T> last) {
      if (isEnding || (isState.test(last.event) && !states.add(last.event))) {
        return;
      }
      waiting.add(last);
      waitingBytes += last.bytes;
      while (waiting.size() > 1 && (waiting.size() > MOST_WAITING || waitingBytes > MOST_BYTES)) {
        var _ = poll();
        lost++;
      }
      notifyAll();
    }

    private synchronized @Nullable T poll() {
      Waiting<T> first = waiting.poll();
      if (first == null) {
        return null;
      }
      waitingBytes -= first.bytes;
      states.remove(first.event);
      return first.event;
    }

    synchronized void end() {
      isEnding = true;
      notifyAll();
    }

    @Override
    public synchronized void close() {
      all.remove(this);
      waiting.clear();
      lost = 0;
      end();
    }

    private void tellAll() {
      try {
        while (true) {
          long missing;
          @Nullable T next;
          synchronized (this) {
            while (waiting.isEmpty() && !isEnding) {
              wait();
            }
            missing = lost;
            lost = 0;
            next = poll();
          }
          if (missing > 0) {
            listener.lost(missing);
          }
          if (next == null) {
            return;
          }
          listener.on(next);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        close();
      }
    }
  }
}
