package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.TimeOrder;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.Arrays;
import java.util.Map;

/** Calls and returns as a profile lists them, in the order of each thread. */
public final class RecordedCalls {
  /** More than seventy years from 1970 or from boot: no call was made there. */
  private static final long LATEST = 1L << 61;

  private static final int INNERMOST = -1;

  private final ByteView in;
  private int[] threads = new int[256];
  private int[] methods = new int[256];
  private byte[] actions = new byte[256];
  private long[] walls = new long[256];
  private long[] cpus = new long[256];
  private int size;
  private long firstWall = Long.MAX_VALUE;
  private long firstCpu = Long.MAX_VALUE;

  public RecordedCalls(ByteView in) {
    this.in = in;
  }

  /** Adds a call. {@code at} is its position in the file. */
  public void enter(long at, int thread, int method, long wall, long cpu) {
    add(at, thread, method, Balancer.ENTER, wall, cpu);
  }

  /** Adds a return. */
  public void exit(long at, int thread, int method, long wall, long cpu) {
    add(at, thread, method, Balancer.EXIT, wall, cpu);
  }

  /** Adds a return from whatever runs on the thread. */
  public void exitInnermost(long at, int thread, boolean exception, long wall, long cpu) {
    add(at, thread, INNERMOST, exception ? Balancer.UNROLL : Balancer.EXIT, wall, cpu);
  }

  private void add(long at, int thread, int method, int action, long wall, long cpu) {
    if (Math.max(wall, cpu) > LATEST || Math.min(wall, cpu) < -LATEST) {
      throw in.fault(at, "a time of " + wall + " ns");
    }
    if (size == threads.length) {
      threads = Arrays.copyOf(threads, 2 * size);
      methods = Arrays.copyOf(methods, 2 * size);
      actions = Arrays.copyOf(actions, 2 * size);
      walls = Arrays.copyOf(walls, 2 * size);
      cpus = Arrays.copyOf(cpus, 2 * size);
    }
    threads[size] = thread;
    methods[size] = method;
    actions[size] = (byte) action;
    walls[size] = wall;
    cpus[size] = cpu;
    firstWall = Math.min(firstWall, wall);
    firstCpu = Math.min(firstCpu, cpu);
    size++;
  }

  /** Returns the number of calls and returns. */
  public int size() {
    return size;
  }

  /** Receives calls and returns when they are put into the order of time. */
  public interface Placing {
    /** Returns the thread of a lane. */
    int thread(int lane);

    /** Returns the CPU time of what a lane does; asked in the order of time. */
    long cpu(int lane, long wall, long cpu);
  }

  /** Returns them in the order of their times, with the threads and CPU times of a placing. */
  public RecordedCalls byTime(Placing placing) {
    var sorted = new RecordedCalls(in);
    for (int i : TimeOrder.of(walls, size)) {
      int lane = threads[i];
      long cpu = placing.cpu(lane, walls[i], cpus[i]);
      sorted.add(0, placing.thread(lane), methods[i], actions[i], walls[i], cpu);
    }
    return sorted;
  }

  /** The profile that they are. */
  public TraceFormat format(String format, Clock clock, long pid, Map<String, String> keys) {
    return format(format, clock, pid, false, keys);
  }

  /** The same of calls that are known to have been recorded, not sampled. */
  public TraceFormat format(
      String format, Clock clock, long pid, boolean areRecorded, Map<String, String> keys) {
    return new Profile(format, clock, pid, areRecorded, keys);
  }

  private final class Profile implements TraceFormat {
    private final String format;
    private final Clock clock;
    private final long pid;
    private final boolean areRecorded;
    private final Map<String, String> keys;
    private long last;

    Profile(String format, Clock clock, long pid, boolean areRecorded, Map<String, String> keys) {
      this.areRecorded = areRecorded;
      this.format = format;
      this.clock = clock;
      this.pid = pid;
      this.keys = keys;
    }

    @Override
    public long read(Balancer balancer) {
      for (int i = 0; i < size; i++) {
        long wall = clock.hasWall() ? walls[i] - firstWall : 0;
        long cpu = clock.hasCpu() ? cpus[i] - firstCpu : 0;
        last = Math.max(last, Math.max(wall, cpu));
        if (methods[i] == INNERMOST) {
          balancer.exitInnermost(threads[i], actions[i], wall, cpu);
        } else {
          balancer.event(threads[i], methods[i], actions[i], wall, cpu);
        }
      }
      return 0;
    }

    @Override
    public TraceInfo info(long measuredNanos, boolean sampled) {
      long elapsed = clock.hasWall() ? measuredNanos : last;
      return new TraceInfo(
          in.file(),
          format,
          1,
          0,
          clock,
          0,
          elapsed,
          "",
          pid,
          sampled && !areRecorded,
          false,
          0,
          keys);
    }
  }
}
