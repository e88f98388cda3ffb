package dev.dexscope.monitor;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells listeners what happens. Each has a queue of bounded length, so that a slow one holds up
 * nobody: it loses the oldest events, and hears how many.
 */
final class Feed<T> {
  private static final int MOST_WAITING = 10_000;

  private final List<Queued> all = new CopyOnWriteArrayList<>();

  Subscription listen(Listener<? super T> listener) {
    Queued queued = new Queued(listener);
    all.add(queued);
    Thread.ofVirtual().name("monitor listener").start(queued::tellAll);
    return queued;
  }

  /** Does not wait. */
  void publish(T event) {
    for (Queued each : all) {
      each.add(event);
    }
  }

  /** No listener hears more than what waits for it. */
  void end() {
    all.forEach(Queued::end);
    all.clear();
  }

  private final class Queued implements Subscription {
    private final Listener<? super T> listener;
    private final Queue<T> waiting = new ArrayDeque<>();
    private long lost;
    private boolean isEnding;

    Queued(Listener<? super T> listener) {
      this.listener = listener;
    }

    synchronized void add(T event) {
      if (isEnding) {
        return;
      }
      if (waiting.size() == MOST_WAITING) {
        waiting.remove();
        lost++;
      }
      waiting.add(event);
      notifyAll();
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
          T next;
          synchronized (this) {
            while (waiting.isEmpty() && !isEnding) {
              wait();
            }
            missing = lost;
            lost = 0;
            next = waiting.poll();
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
