package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.TimeOrder;
import java.util.Arrays;

/**
 * Sampled stacks, each of which represents some nanoseconds of its thread. They are converted to
 * calls: the common part of two consecutive stacks continues.
 */
public final class Samples {
  /** More than seventy years from 1970 or from boot: no sample was taken there. */
  private static final long LATEST = 1L << 61;

  private final ByteView in;
  private final Stacks stacks;
  private int[] threads = new int[256];
  private int[] stack = new int[256];
  private long[] starts = new long[256];
  private long[] weights = new long[256];
  private int size;
  private long sum;

  public Samples(ByteView in, Stacks stacks) {
    this.in = in;
    this.stacks = stacks;
  }

  /** Adds a sample. {@code at} is its position in the file. */
  public void add(long at, int thread, int stackNumber, long start, long weight) {
    if (weight < 0 || weight > LATEST - sum) {
      throw in.fault(at, "the sum of the samples' weights exceeds the range of times");
    }
    if (start < -LATEST || start > LATEST) {
      throw in.fault(at, "a sample at " + start + " ns");
    }
    if (size == threads.length) {
      threads = Arrays.copyOf(threads, 2 * size);
      stack = Arrays.copyOf(stack, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    threads[size] = thread;
    stack[size] = stackNumber;
    starts[size] = start;
    weights[size] = weight;
    sum += weight;
    size++;
  }

  public int size() {
    return size;
  }

  /** The placement of a thread's samples in time. */
  public enum Placing {
    /** At their recorded times. */
    EXACT,
    /** Near their recorded times: samplers are late, and then early, by a part of their period. */
    JITTER,
    /** One after the other: their weights are not times. */
    BEHIND
  }

  /**
   * Shows the samples as calls.
   *
   * @return how long they took, in nanoseconds
   */
  long play(Balancer balancer, Clock clock, Placing placing) {
    int[] order = TimeOrder.of(starts, size);
    long origin = size == 0 ? 0 : starts[order[0]];
    var running = new Running[0];
    long last = 0;
    for (int i : order) {
      int thread = threads[i];
      if (thread >= running.length) {
        running = Arrays.copyOf(running, thread + 1);
      }
      Running of = running[thread];
      if (of == null) {
        of = new Running(thread, placing == Placing.BEHIND ? 0 : starts[i] - origin);
        running[thread] = of;
      }
      of.next(i, origin, placing, clock, balancer);
      last = Math.max(last, of.end);
    }
    for (Running of : running) {
      if (of != null) {
        of.change(Stacks.EMPTY, clock, balancer);
      }
    }
    return last;
  }

  /** The calls running on a thread. */
  private final class Running {
    private final int thread;
    private long end;
    private int current = Stacks.EMPTY;

    Running(int thread, long start) {
      this.thread = thread;
      this.end = start;
    }

    void next(int sample, long origin, Placing placing, Clock clock, Balancer balancer) {
      long gap = starts[sample] - origin - end;
      long most =
          switch (placing) {
            case EXACT -> 0;
            case JITTER -> weights[sample] / 2;
            case BEHIND -> Long.MAX_VALUE;
          };
      if (gap > most) {
        change(Stacks.EMPTY, clock, balancer);
        end += gap;
      }
      change(stack[sample], clock, balancer);
      end += weights[sample];
    }

    void change(int to, Clock clock, Balancer balancer) {
      int common = stacks.common(current, to);
      long wall = clock.hasWall() ? end : 0;
      long cpu = clock.hasCpu() ? end : 0;
      for (; current != common; current = stacks.caller(current)) {
        balancer.event(thread, stacks.method(current), Balancer.EXIT, wall, cpu);
      }
      int[] path = new int[stacks.depth(to) - stacks.depth(common)];
      int at = path.length;
      for (int each = to; each != common; each = stacks.caller(each)) {
        path[--at] = stacks.method(each);
      }
      for (int method : path) {
        balancer.event(thread, method, Balancer.ENTER, wall, cpu);
      }
      current = to;
    }
  }
}
