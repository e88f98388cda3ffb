package dev.dexscope.apphost.device.frames;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The threads of an app that wait for a time of the phone's clock. */
final class Sleepers {
  /** One of them; two are never equal. */
  static final class Sleeper {
    private final long end;
    private final Runnable wake;

    private Sleeper(long end, Runnable wake) {
      this.end = end;
      this.wake = wake;
    }
  }

  private final PriorityQueue<Sleeper> waiting =
      new PriorityQueue<>(Comparator.comparingLong(each -> each.end));

  /**
   * Adds one.
   *
   * @param end until when it waits
   * @param wake ends its waiting
   */
  synchronized Sleeper add(long end, Runnable wake) {
    var sleeper = new Sleeper(end, wake);
    waiting.add(sleeper);
    return sleeper;
  }

  synchronized void remove(Sleeper sleeper) {
    waiting.remove(sleeper);
  }

  /** Wakes those whose time has come; returns whether there are any. */
  boolean wake(long now) {
    boolean isAny = false;
    for (Sleeper due = due(now); due != null; due = due(now)) {
      due.wake.run();
      isAny = true;
    }
    return isAny;
  }

  private synchronized @Nullable Sleeper due(long now) {
    Sleeper first = waiting.peek();
    return first == null || first.end > now ? null : waiting.poll();
  }
}
