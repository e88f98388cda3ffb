package dev.dexscope.store;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The longest call of each method in each group of threads, and how many calls took how long: the
 * n-th number counts those whose nanoseconds have n binary digits. Elapsed times are taken, or CPU
 * times if there are no others.
 */
final class Durations implements CallVisitor {
  private static final int BUCKETS = 64;

  private final boolean hasWall;
  private final int[] groupOf;
  private final Stack[] stacks;
  private final @Nullable Method[][] methods;

  /** The calls of a method. */
  static final class Method {
    long longest;
    final long[] buckets = new long[BUCKETS];

    void add(Method other) {
      longest = Math.max(longest, other.longest);
      for (int i = 0; i < BUCKETS; i++) {
        buckets[i] += other.buckets[i];
      }
    }

    /** The numbers without zeros at their end. */
    long[] list() {
      int used = BUCKETS;
      while (used > 0 && buckets[used - 1] == 0) {
        used--;
      }
      return Arrays.copyOf(buckets, used);
    }
  }

  private static final class Stack {
    private long[] starts = new long[64];
    private int depth;
  }

  private Durations(Trace trace, int[] groupOf, int groups) {
    this.groupOf = groupOf.clone();
    Clock clock = trace.info().clock();
    hasWall = clock.hasWall();
    int threads = trace.threads().size();
    stacks = new Stack[threads];
    Arrays.setAll(stacks, _ -> new Stack());
    methods = new Method[groups][trace.methods().size()];
  }

  /**
   * Those of all calls of a trace.
   *
   * @param groupOf the group of each thread, by its number
   */
  static Durations of(Trace trace, int[] groupOf, int groups) {
    var durations = new Durations(trace, groupOf, groups);
    trace.replay(durations);
    return durations;
  }

  /** Those of a method in a group, by their numbers; null without calls. */
  @Nullable Method of(int group, int method) {
    return methods[group][method];
  }

  @Override
  public void enter(int thread, int method, long wall, long cpu) {
    Stack stack = stacks[thread];
    if (stack.depth == stack.starts.length) {
      stack.starts = Arrays.copyOf(stack.starts, 2 * stack.depth);
    }
    stack.starts[stack.depth++] = hasWall ? wall : cpu;
  }

  @Override
  public void exit(int thread, int method, long wall, long cpu, boolean exception) {
    Stack stack = stacks[thread];
    long took = (hasWall ? wall : cpu) - stack.starts[--stack.depth];
    int group = groupOf[thread];
    Method calls = methods[group][method];
    if (calls == null) {
      calls = new Method();
      methods[group][method] = calls;
    }
    calls.longest = Math.max(calls.longest, took);
    calls.buckets[Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(took))]++;
  }
}
