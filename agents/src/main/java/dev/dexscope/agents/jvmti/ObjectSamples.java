package dev.dexscope.agents.jvmti;

import dev.dexscope.agents.machine.Memory;
import dev.dexscope.vm.Vm;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * HotSpot's samples of the objects that are made, of each object or of few.
 *
 * <p>A thread counts the bytes until its next sample, and a new interval applies to it from that
 * sample on: half a megabyte after the start, on average. So the counts of the threads that run are
 * set to zero in HotSpot's memory. Where this word is in a thread is read from HotSpot's
 * description of itself, and believed only if the words of new threads follow the interval.
 */
public final class ObjectSamples {
  /** The default interval, in bytes. */
  private static final int FEW = 512 * 1024;

  /** An interval with which hardly any thread begins with less than {@link #LEAST}. */
  private static final int HUGE = 1 << 30;

  private static final long LEAST = 1 << 10;
  private static final long MOST = 1L << 40;
  private static final int PROBES = 3;

  /** For threads whose own monitors the program holds: longer than it takes to enter the others. */
  private static final int MILLIS_TO_RESET = 1000;

  private final HotSpot hotSpot;
  private final long environment;

  /**
   * @param environment has the capability for samples
   */
  public ObjectSamples(HotSpot hotSpot, long environment) {
    this.hotSpot = hotSpot;
    this.environment = environment;
  }

  /** Samples each object from now on. */
  public void ofEachObject() {
    Counts counts = Counts.find();
    boolean areKnown =
        counts != null && follow(counts, HUGE, LEAST, MOST) && follow(counts, 0, 0, 0);
    interval(0);
    if (counts != null && areKnown) {
      resetAll(counts);
    }
    // Threads look at their counts when they get memory for objects, and after a collection all do.
    System.gc();
  }

  /** Samples few objects, as HotSpot does by default. */
  public void ofFew() {
    interval(FEW);
  }

  private void interval(int bytes) {
    hotSpot.require(Function.SET_HEAP_SAMPLING_INTERVAL, environment, bytes);
  }

  /**
   * A debugger may have suspended a thread that holds the monitor of another: that one is reset
   * when it is released.
   */
  private static void resetAll(Counts counts) {
    Thread resetting =
        Thread.ofPlatform()
            .daemon()
            .name("dexscope object samples")
            .start(() -> Vm.guestThreads().forEach(each -> reset(each, counts)));
    join(resetting, MILLIS_TO_RESET);
  }

  /**
   * HotSpot enters the monitor of a thread that ends before it frees the thread's memory. To
   * suspend the thread instead would need a capability that only one agent can have.
   */
  private static void reset(Thread thread, Counts counts) {
    synchronized (thread) {
      long place = counts.place(thread);
      if (place != 0) {
        Memory.writeLong(place, 0);
      }
    }
  }

  /** Whether threads that begin with an interval have counts in a range. */
  private boolean follow(Counts counts, int interval, long least, long most) {
    interval(interval);
    for (int i = 0; i < PROBES; i++) {
      AtomicLong count = new AtomicLong(-1);
      Thread probe =
          new Thread(() -> count.set(Memory.readLong(counts.place(Thread.currentThread()))));
      probe.start();
      join(probe, 0);
      if (count.get() < least || most < count.get()) {
        return false;
      }
    }
    return true;
  }

  /** Waits for its end, for some time at most or, by 0, without a limit. */
  private static void join(Thread thread, long millis) {
    boolean isInterrupted = false;
    boolean isDone = false;
    while (!isDone) {
      try {
        thread.join(millis);
        isDone = true;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Where threads have their counts.
   *
   * @param address the field of a Java thread that has the address of HotSpot's
   * @param offset from there on
   */
  private record Counts(Field address, long offset) {
    /** Null where it cannot be known. */
    static @Nullable Counts find() {
      try {
        Field address = Thread.class.getDeclaredField("eetop");
        address.setAccessible(true);
        // The count is behind the sum of the bytes that the thread has got.
        long sum = HotSpot.fieldOffset("Thread", "_allocated_bytes");
        return sum == 0 ? null : new Counts(address, sum + Long.BYTES);
      } catch (ReflectiveOperationException | InaccessibleObjectException e) {
        return null;
      }
    }

    /** The address of a thread's count; 0 for a thread that has ended. */
    long place(Thread thread) {
      try {
        long start = address.getLong(thread);
        return start == 0 ? 0 : start + offset;
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
