package dev.dexscope.trace.read.common;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.DataQuality;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a trace into properly nested calls, by the rules of docs/trace-formats.md.
 * Every reader passes its records to this class, which never fails.
 *
 * <p>{@link #event} runs once for each record, mostly in code that is compiled quickly and badly:
 * rare cases are in methods of their own, and called methods are small.
 */
public final class Balancer {
  public static final int ENTER = 0;
  public static final int EXIT = 1;
  public static final int UNROLL = 2;

  /** The number of frames that a return searches for its call: keeps hostile files linear. */
  private static final int SEARCH = 4096;

  /** More calls than any thread's stack can hold: what nests deeper is damage. */
  private static final int MOST_DEPTH = 1 << 20;

  /** With fewer records than this, their origin cannot be determined. */
  private static final int FEW = 64;

  /** Nanoseconds; a shorter interval between samples would leave no time for the program. */
  private static final long SHORTEST_INTERVAL = 200_000;

  /** The stack of one thread. */
  static final class Stack {
    final int thread;
    int[] methods = new int[64];
    int depth;

    /**
     * The number of calls at the bottom that were opened before the first record: only their own
     * returns end them.
     */
    int floor;

    /** The number of calls above the innermost that run but were too deep to be kept. */
    int beyond;

    /** The number of calls that began before the trace. */
    int opened;

    long wall;
    long cpu;
    long records;
    long firstWall;
    boolean enteredNow;

    /** The receiver's data for each running call, and for the thread. */
    int[] nodes = new int[64];

    long[] wallAt = new long[64];
    long[] cpuAt = new long[64];
    int root;
    long firstCpu;

    Stack(int thread) {
      this.thread = thread;
    }

    void grow() {
      int length = 2 * methods.length;
      methods = Arrays.copyOf(methods, length);
      nodes = Arrays.copyOf(nodes, length);
      wallAt = Arrays.copyOf(wallAt, length);
      cpuAt = Arrays.copyOf(cpuAt, length);
    }
  }

  /** Receives the calls; the one that begins or ends is the innermost of its stack. */
  interface Calls {
    /** The thread's first record. */
    void begin(Stack stack, long cpu);

    void enter(Stack stack, int method, long wall, long cpu);

    void exit(Stack stack, int method, long wall, long cpu, boolean exception);

    /** A return from a call that began before the trace. */
    void exitOpenAtStart(
        Stack stack, int method, long startWall, long wall, long cpu, boolean exception);
  }

  private final Calls calls;
  private final LongConsumer progress;
  private Stack[] stacks = new Stack[16];
  private int threads;
  private long startWall = -1;
  private long endWall;

  /** When sampling was stopped, if the trace records it. */
  private long stopWall;

  private long enters;
  private long exits;
  private long unrolls;
  private long opened;
  private long leftOpen;
  private long missingExits;
  private long unmatchedExits;
  private long backwards;
  private long tooDeep;
  private long reserved;
  private long sharedMoments;
  private long emptyCalls;

  /** Between different moments of one thread. */
  private long shortestPause = Long.MAX_VALUE;

  /** Adds up the calls. */
  public Balancer(CallSink sink, LongConsumer progress) {
    this((Calls) sink, progress);
  }

  /** Shows the calls to a visitor. */
  public Balancer(CallVisitor visitor) {
    this(new Shown(visitor), _ -> {});
  }

  private Balancer(Calls calls, LongConsumer progress) {
    this.calls = calls;
    this.progress = progress;
  }

  /** Says from time to time up to which byte the trace has been read. */
  public void reached(long offset) {
    progress.accept(offset);
  }

  /** Begins calls that are known to have been running when the trace began, outermost first. */
  public void preopen(int thread, List<Integer> methods, long wall, long cpu) {
    Stack stack = stack(thread);
    stack.wall = wall;
    stack.cpu = cpu;
    for (int method : methods) {
      enter(stack, method, wall, cpu);
    }
    stack.floor = stack.depth;
    stack.opened = stack.depth;
  }

  public void event(int thread, int method, int action, long wall, long cpu) {
    Stack stack = thread < stacks.length ? stacks[thread] : null;
    if (stack == null || stack.records == 0 || wall < stack.wall || cpu < stack.cpu) {
      stack = beginOrCorrect(thread, wall, cpu);
      wall = Math.max(wall, stack.wall);
      cpu = Math.max(cpu, stack.cpu);
    }
    stack.records++;
    boolean sameMoment = wall == stack.wall && cpu == stack.cpu;
    long pause = wall - stack.wall;
    stack.wall = wall;
    stack.cpu = cpu;
    if (wall > endWall) {
      endWall = wall;
    }
    if (sameMoment) {
      watchSampling(stack, action);
    } else if (emptyCalls == 0 && pause < shortestPause && stack.records > 1) {
      shortestPause = pause;
    }
    int depth = stack.depth;
    if (action == ENTER) {
      enters++;
      stack.enteredNow = true;
      if (depth < stack.methods.length && depth - stack.floor < MOST_DEPTH) {
        stack.methods[depth] = method;
        stack.depth = depth + 1;
        calls.enter(stack, method, wall, cpu);
      } else {
        enterFull(stack, method, wall, cpu);
      }
      return;
    }
    if (action > UNROLL) {
      reserved++;
      return;
    }
    stack.enteredNow = false;
    boolean exception = action != EXIT;
    if (exception) {
      unrolls++;
    } else {
      exits++;
    }
    if (depth > stack.floor && stack.methods[depth - 1] == method && stack.beyond == 0) {
      stack.depth = depth - 1;
      calls.exit(stack, method, wall, cpu, exception);
    } else {
      rareExit(stack, method, wall, cpu, exception);
    }
  }

  /** A thread's first record, or one whose time goes back. */
  private Stack beginOrCorrect(int thread, long wall, long cpu) {
    Stack stack = stack(thread);
    if (stack.records == 0) {
      begin(stack, wall, cpu);
    }
    if (wall < stack.wall || cpu < stack.cpu) {
      backwards++;
    }
    return stack;
  }

  /** A call where the arrays are full, or that is too deep to be kept. */
  private void enterFull(Stack stack, int method, long wall, long cpu) {
    if (stack.depth - stack.floor >= MOST_DEPTH) {
      tooDeep++;
      stack.beyond++;
    } else {
      enter(stack, method, wall, cpu);
    }
  }

  private void enter(Stack stack, int method, long wall, long cpu) {
    if (stack.depth == stack.methods.length) {
      stack.grow();
    }
    stack.methods[stack.depth++] = method;
    calls.enter(stack, method, wall, cpu);
  }

  /** A return that is not simply the innermost call's. */
  private void rareExit(Stack stack, int method, long wall, long cpu, boolean exception) {
    if (stack.beyond > 0) {
      stack.beyond--;
    } else if (stack.depth > 0 && stack.methods[stack.depth - 1] == method) {
      stack.depth--;
      stack.floor = Math.min(stack.floor, stack.depth);
      calls.exit(stack, method, wall, cpu, exception);
    } else {
      mismatch(stack, method, exception);
    }
  }

  /**
   * A return whose method is not written: it is from the innermost call; without one it is ignored.
   */
  public void exitInnermost(int thread, int action, long wall, long cpu) {
    Stack stack = stack(thread);
    if (stack.depth > stack.floor) {
      event(thread, stack.methods[stack.depth - 1], action, wall, cpu);
    } else {
      exits++;
      unmatchedExits++;
    }
  }

  /**
   * A sampler writes what changed between two stacks: returns, then calls, all at the moment of the
   * sample. So a call never ends at the very moment it begins, and many records share a moment; of
   * real calls, timed in microseconds, many do end at once.
   */
  private void watchSampling(Stack stack, int action) {
    sharedMoments++;
    if (action != ENTER && stack.enteredNow) {
      emptyCalls++;
    }
  }

  /**
   * Returns whether stacks seem to have been sampled; Android's formats do not record it. Programs
   * whose stacks change little have few shared moments, but never two within an interval.
   */
  public boolean looksSampled() {
    long records = enters + exits + unrolls;
    return records >= FEW
        && emptyCalls == 0
        && sharedMoments > 0
        && (3 * sharedMoments > records || shortestPause >= SHORTEST_INTERVAL);
  }

  private void begin(Stack stack, long wall, long cpu) {
    // Threads hand in their records one after the other: the first in the file need not be it.
    startWall = startWall < 0 ? wall : Math.min(startWall, wall);
    stack.firstWall = wall;
    calls.begin(stack, cpu);
    if (stack.depth == 0) {
      stack.wall = wall;
      stack.cpu = cpu;
    }
  }

  private void mismatch(Stack stack, int method, boolean exception) {
    if (stack.depth == 0 && stack.opened < MOST_DEPTH) {
      stack.opened++;
      opened++;
      calls.exitOpenAtStart(stack, method, startWall, stack.wall, stack.cpu, exception);
      return;
    }
    int lowest = Math.max(stack.floor, stack.depth - SEARCH);
    for (int at = stack.depth - 2; at >= lowest; at--) {
      if (stack.methods[at] == method) {
        while (stack.depth - 1 > at) {
          missingExits++;
          close(stack, stack.wall, false);
        }
        close(stack, stack.wall, exception);
        return;
      }
    }
    unmatchedExits++;
  }

  private void close(Stack stack, long wall, boolean exception) {
    int method = stack.methods[--stack.depth];
    calls.exit(stack, method, wall, stack.cpu, exception);
  }

  /**
   * Sets when the trace was stopped. A sampler writes nothing while a stack stays the same, so what
   * is open at the end ran until then; of a trace with every call, it runs at the last record, and
   * the rest is the cost of stopping.
   */
  public void stoppedAt(long wall) {
    stopWall = wall;
  }

  private boolean mayBeSampled() {
    return emptyCalls == 0 && (enters + exits + unrolls < FEW || looksSampled());
  }

  private boolean isAnyOpen() {
    return Arrays.stream(stacks).anyMatch(stack -> stack != null && stack.depth > 0);
  }

  /** Closes what is still open: it was running when the trace ended. */
  public void end() {
    if (stopWall > endWall && mayBeSampled() && isAnyOpen()) {
      endWall = stopWall;
    }
    for (int thread = 0; thread < threads; thread++) {
      Stack stack = stacks[thread];
      if (stack == null) {
        continue;
      }
      leftOpen += stack.depth;
      if (stack.depth > 0) {
        stack.wall = endWall;
      }
      while (stack.depth > 0) {
        close(stack, endWall, false);
      }
    }
  }

  private Stack stack(int thread) {
    if (thread >= stacks.length) {
      stacks = Arrays.copyOf(stacks, Math.max(thread + 1, 2 * stacks.length));
    }
    threads = Math.max(threads, thread + 1);
    Stack stack = stacks[thread];
    if (stack == null) {
      stack = new Stack(thread);
      stacks[thread] = stack;
    }
    return stack;
  }

  /** Returns the time of the trace's first record: the earliest of all threads. */
  public long startWall() {
    return Math.max(0, startWall);
  }

  /** Returns the time of its last record, or of its end if calls are open there. */
  public long endWall() {
    return endWall;
  }

  public long records(int thread) {
    Stack stack = known(thread);
    return stack == null ? 0 : stack.records;
  }

  public long firstWall(int thread) {
    Stack stack = known(thread);
    return stack == null ? 0 : stack.firstWall;
  }

  public long lastWall(int thread) {
    Stack stack = known(thread);
    return stack == null ? 0 : stack.wall;
  }

  private @Nullable Stack known(int thread) {
    return thread < threads ? stacks[thread] : null;
  }

  public DataQuality quality(
      long unlistedMethods, long unlistedThreads, long truncatedBytes, boolean compressionCut) {
    return new DataQuality(
        enters + exits + unrolls,
        enters,
        exits,
        unrolls,
        opened,
        leftOpen,
        missingExits,
        unmatchedExits,
        backwards,
        tooDeep,
        reserved,
        unlistedMethods,
        unlistedThreads,
        truncatedBytes,
        compressionCut);
  }

  /** Calls as a visitor sees them, of a trace whose open calls are known. */
  private record Shown(CallVisitor visitor) implements Calls {
    @Override
    public void begin(Stack stack, long cpu) {}

    @Override
    public void enter(Stack stack, int method, long wall, long cpu) {
      visitor.enter(stack.thread, method, wall, cpu);
    }

    @Override
    public void exit(Stack stack, int method, long wall, long cpu, boolean exception) {
      visitor.exit(stack.thread, method, wall, cpu, exception);
    }

    @Override
    public void exitOpenAtStart(
        Stack stack, int method, long startWall, long wall, long cpu, boolean exception) {
      throw new IllegalStateException("thread " + stack.thread + " was not opened at the start");
    }
  }
}
