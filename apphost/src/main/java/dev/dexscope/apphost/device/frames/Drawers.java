package dev.dexscope.apphost.device.frames;

import dev.dexscope.libcore.Counters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The threads that draw beside the main one, as those of games do: each draws one picture for a
 * frame, and then waits for the next one, as the queue of a surface's pictures makes it wait on a
 * phone. In virtual time, frames wait for them.
 */
public final class Drawers {
  private static final long MILLISECOND = 1_000_000;

  /** The main thread may wait for one of them, and they for its frame: none waits longer. */
  private static final long LONGEST = 100 * MILLISECOND;

  private static final long LONGEST_START = 50 * LONGEST;

  /** When a thread was last released, and its CPU time then. */
  private static final ThreadLocal<Released> RELEASED = new ThreadLocal<>();

  private record Released(long time, long cpu) {}

  private static final Object LOCK = new Object();

  /** Those that wait for a frame. */
  private static final Set<Thread> WAITING = new HashSet<>();

  /** Those that draw for the last one. */
  private static final Set<Thread> DRAWING = new HashSet<>();

  /** Those that have a window without a picture yet, and until when that is waited for. */
  private static final Map<Thread, Long> STARTING = new HashMap<>();

  private Drawers() {}

  /**
   * The calling thread has a window to draw into: its first picture takes as long as what it loads,
   * and is waited for, as a user waits who touches nothing before there is something.
   */
  public static void starts() {
    synchronized (LOCK) {
      STARTING.put(Thread.currentThread(), System.nanoTime() + LONGEST_START);
    }
  }

  /** Waits until a frame begins, because the calling thread has drawn its picture. */
  public static void awaitNext() {
    report();
    Thread own = Thread.currentThread();
    long end = System.nanoTime() + LONGEST;
    synchronized (LOCK) {
      STARTING.remove(own);
      DRAWING.remove(own);
      WAITING.add(own);
      LOCK.notifyAll();
      try {
        for (long left = LONGEST;
            WAITING.contains(own) && left > 0;
            left = end - System.nanoTime()) {
          LOCK.wait(left / MILLISECOND + 1);
        }
      } catch (InterruptedException e) {
        own.interrupt();
      } finally {
        WAITING.remove(own);
      }
    }
    RELEASED.set(new Released(System.nanoTime(), Counters.threadCpuNanos()));
  }

  /** The first picture of a thread has no beginning. */
  private static void report() {
    Released since = RELEASED.get();
    if (since != null) {
      FrameTimes.drawnBeside(since.time(), Counters.threadCpuNanos() - since.cpu());
    }
  }

  /** A frame begins. */
  static void begin() {
    synchronized (LOCK) {
      DRAWING.clear();
      DRAWING.addAll(WAITING);
      WAITING.clear();
      LOCK.notifyAll();
    }
  }

  /** Waits until all have drawn, or do something else. */
  static void await() {
    long end = System.nanoTime() + LONGEST;
    synchronized (LOCK) {
      try {
        while (isOneStarting()
            || (DRAWING.stream().anyMatch(Drawers::isAtWork) && System.nanoTime() < end)) {
          LOCK.wait(1);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isOneStarting() {
    STARTING
        .entrySet()
        .removeIf(each -> !each.getKey().isAlive() || each.getValue() < System.nanoTime());
    return STARTING.keySet().stream().anyMatch(Drawers::isAtWork);
  }

  private static boolean isAtWork(Thread thread) {
    // One that has been woken has to get the lock first.
    return thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.BLOCKED;
  }
}
