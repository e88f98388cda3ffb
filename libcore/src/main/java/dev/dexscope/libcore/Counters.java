package dev.dexscope.libcore;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** HotSpot's counts of allocations and collections: bytes, not objects. */
public final class Counters {
  /**
   * Counts between two moments.
   *
   * @param threadAllocatedBytes of the current thread
   */
  public record Counts(
      long allocatedBytes,
      long freedBytes,
      long threadAllocatedBytes,
      long collections,
      long collectionMillis) {
    private static final Counts ZERO = new Counts(0, 0, 0, 0, 0);

    private Counts minus(Counts other) {
      return new Counts(
          allocatedBytes - other.allocatedBytes,
          freedBytes - other.freedBytes,
          threadAllocatedBytes - other.threadAllocatedBytes,
          collections - other.collections,
          collectionMillis - other.collectionMillis);
    }
  }

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private boolean counting;
  private Counts start = Counts.ZERO;
  private Counts before = Counts.ZERO;

  /** All since the VM started. */
  public static Counts sinceStart() {
    long collections = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collections += Math.max(0, collector.getCollectionCount());
      millis += Math.max(0, collector.getCollectionTime());
    }
    long allocated = THREADS.getTotalThreadAllocatedBytes();
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return new Counts(
        allocated,
        Math.max(0, allocated - used),
        THREADS.getCurrentThreadAllocatedBytes(),
        collections,
        millis);
  }

  /** Goes on counting. */
  public synchronized void startCounting() {
    if (!counting) {
      counting = true;
      start = sinceStart().minus(before);
    }
  }

  /** Holds the counts. */
  public synchronized void stopCounting() {
    before = counted();
    counting = false;
  }

  /** Lets the counts begin at zero. */
  public synchronized void reset() {
    before = Counts.ZERO;
    start = sinceStart();
  }

  /** Returns the counts of the time while counting was on. */
  public synchronized Counts counted() {
    return counting ? sinceStart().minus(start) : before;
  }

  /** The current thread's CPU time, -1 where it is not told. */
  public static long threadCpuNanos() {
    return Thread.currentThread().isVirtual() ? -1 : THREADS.getCurrentThreadCpuTime();
  }
}
