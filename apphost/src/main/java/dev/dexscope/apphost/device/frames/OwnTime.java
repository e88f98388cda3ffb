package dev.dexscope.apphost.device.frames;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that our own work takes on one of the app's threads, as that of translating a class:
 * that of the processor, and that which passes, which is longer where the thread waits for others
 * that translate, or for a turn on the machine.
 */
final class OwnTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Thread thread = Thread.currentThread();
  private final AtomicLong cpu = new AtomicLong();
  private final AtomicLong elapsed = new AtomicLong();
  private int depth;
  private long cpuBegin;
  private long begin;
  private volatile boolean isRunning;

  /** Work begins on a thread; it counts if that is the one that has made this. */
  void begin() {
    if (Thread.currentThread().equals(thread) && depth++ == 0) {
      cpuBegin = THREADS.getCurrentThreadCpuTime();
      begin = System.nanoTime();
      isRunning = true;
    }
  }

  /** The work that has begun last on the thread is done. */
  void end() {
    if (Thread.currentThread().equals(thread) && --depth == 0) {
      cpu.addAndGet(THREADS.getCurrentThreadCpuTime() - cpuBegin);
      elapsed.addAndGet(System.nanoTime() - begin);
      isRunning = false;
    }
  }

  /** Returns whether the thread is in such work. */
  boolean isRunning() {
    return isRunning;
  }

  /** Returns the CPU time of all work that is done, in nanoseconds. */
  long cpu() {
    return cpu.get();
  }

  /** Returns the time for which it went on, in nanoseconds. */
  long elapsed() {
    return elapsed.get();
  }
}
