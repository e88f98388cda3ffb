package dev.dexscope.trace.read.system;

import dev.dexscope.trace.read.common.TimeOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which thread gave a processor to which, as the kernel's scheduler recorded it. */
public final class Switches {
  /** The thread of a processor that has nothing to do, or one that is not known. */
  public static final int NONE = 0;

  private long[] times = new long[256];
  private int[] from = new int[256];
  private int[] to = new int[256];
  private int size;

  /** Adds a switch. The numbers of threads are the kernel's. */
  public void add(long time, int fromTid, int toTid) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
    }
    times[size] = time;
    from[size] = fromTid;
    to[size] = toTid;
    size++;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns a reader of these threads' CPU time, which goes forward in time. */
  CpuTimes times(Iterable<Long> tids) {
    return new CpuTimes(tids);
  }

  /** The CPU times of threads, which are asked in the order of time. */
  final class CpuTimes {
    private static final long AWAY = Long.MIN_VALUE;

    private final int[] order = TimeOrder.of(times, size);
    private final Map<Integer, Running> threads = new HashMap<>();
    private int next;

    private static final class Running {
      long since = AWAY;
      long before;
    }

    private CpuTimes(Iterable<Long> tids) {
      for (long tid : tids) {
        if (tid > NONE && tid <= Integer.MAX_VALUE) {
          threads.put((int) tid, new Running());
        }
      }
    }

    /**
     * Returns the CPU time of a thread that does something at a time, so that it has a processor
     * then, also if the record of how it got one is lost.
     */
    long at(long time, long tid) {
      while (next < size && times[order[next]] <= time) {
        int at = order[next++];
        leave(threads.get(from[at]), times[at]);
        enter(threads.get(to[at]), times[at]);
      }
      Running thread = threads.get((int) tid);
      if (thread == null) {
        return 0;
      }
      enter(thread, time);
      return thread.before + time - thread.since;
    }

    private static void enter(@Nullable Running thread, long time) {
      if (thread != null && thread.since == AWAY) {
        thread.since = time;
      }
    }

    private static void leave(@Nullable Running thread, long time) {
      if (thread != null && thread.since != AWAY) {
        thread.before += time - thread.since;
        thread.since = AWAY;
      }
    }
  }
}
