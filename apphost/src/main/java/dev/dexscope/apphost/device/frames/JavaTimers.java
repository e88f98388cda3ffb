package dev.dexscope.apphost.device.frames;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimerTask;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * What an app has scheduled with the JDK's own classes, {@code Timer} and the scheduled executors,
 * which read the machine's clock: where the phone's has moved farther, the times of their tasks are
 * moved towards now. They are found by their threads.
 */
final class JavaTimers {
  private static final long MILLI = 1_000_000;
  private static final String TIMER = "java.util.TimerThread";

  /** Of the threads that were looked at; those that have none have an empty one. */
  private final Map<Thread, Object> owners = new WeakHashMap<>();

  private final Set<Object> found = new HashSet<>();

  /** What wakes those of which a task has become due. */
  private final List<Runnable> due = new ArrayList<>();

  /** What was not moved yet: timers have milliseconds. */
  private long rest;

  /** Wakes those of which a task has become due; returns whether there are any. */
  boolean wake() {
    boolean isAny = !due.isEmpty();
    due.forEach(Runnable::run);
    due.clear();
    return isAny;
  }

  /** Moves all tasks. */
  void skip(long nanos) {
    found.clear();
    Thread[] all = new Thread[2 * Thread.activeCount() + 1];
    int count = Thread.enumerate(all);
    for (int i = 0; i < count; i++) {
      found.add(owners.computeIfAbsent(all[i], JavaTimers::owner));
    }
    rest += nanos;
    long millis = rest / MILLI;
    rest %= MILLI;
    for (Object each : found) {
      if (each instanceof ScheduledThreadPoolExecutor pool) {
        skip(pool, millis * MILLI);
      } else if (each instanceof Thread timer) {
        skip(timer, millis);
      }
    }
  }

  /** Returns the executor of a thread, or the thread itself if it is a timer's. */
  private static Object owner(Thread thread) {
    if (thread.getClass().getName().equals(TIMER)) {
      return thread;
    }
    Object task = get(Thread.class, "holder", thread);
    Object worker = task == null ? null : get(task.getClass(), "task", task);
    if (worker != null
        && worker.getClass().getName().equals("java.util.concurrent.ThreadPoolExecutor$Worker")
        && get(worker.getClass(), "this$0", worker) instanceof ScheduledThreadPoolExecutor pool) {
      return pool;
    }
    return "";
  }

  private void skip(ScheduledThreadPoolExecutor pool, long nanos) {
    Collection<Runnable> queue = pool.getQueue();
    if (!(get(queue.getClass(), "lock", queue) instanceof Lock lock)
        || !(get(queue.getClass(), "available", queue) instanceof Condition available)) {
      return;
    }
    boolean isDue = false;
    lock.lock();
    try {
      for (Runnable each : queue) {
        // Those of a subclass may be others.
        if (each.getClass().getName().endsWith("$ScheduledFutureTask")) {
          isDue |= move(each.getClass(), "time", each, nanos) <= System.nanoTime();
        }
      }
      if (isDue) {
        due.add(() -> signal(lock, available));
      }
    } finally {
      lock.unlock();
    }
  }

  private static void signal(Lock lock, Condition available) {
    lock.lock();
    try {
      available.signal();
    } finally {
      lock.unlock();
    }
  }

  private void skip(Thread timer, long millis) {
    Object queue = get(timer.getClass(), "queue", timer);
    if (queue == null) {
      return;
    }
    boolean isDue = false;
    synchronized (queue) {
      if (!(get(queue.getClass(), "queue", queue) instanceof TimerTask[] tasks)) {
        return;
      }
      for (TimerTask each : tasks) {
        if (each != null) {
          long time = move(TimerTask.class, "nextExecutionTime", each, millis);
          isDue |= time <= System.currentTimeMillis();
        }
      }
      if (isDue) {
        due.add(() -> PhoneClock.notifyAll(queue));
      }
    }
  }

  private static @Nullable Object get(Class<?> owner, String name, Object of) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      // Not what it seemed to be.
      return null;
    }
  }

  /** Returns the new time. */
  private static long move(Class<?> owner, String name, Object of, long by) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      long time = field.getLong(of) - by;
      field.setLong(of, time);
      return time;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(owner.getName() + "." + name, e);
    }
  }
}
