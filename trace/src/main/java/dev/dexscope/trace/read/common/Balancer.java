package dev.dexscope.trace.read.common;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.DataQuality;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a trace into properly nested calls, by the rules of docs/trace-formats.md.
 * Every reader gives its records to this class; it never fails.
 */
public final class Balancer {
  public static final int ENTER = 0;
  public static final int EXIT = 1;
  public static final int UNROLL = 2;

  /** How far down a stack a return looks for its call: keeps hostile files linear. */
  private static final int SEARCH = 4096;

  /** More calls than any thread's stack can hold: what nests deeper is damage. */
  private static final int MOST_DEPTH = 1 << 20;

  /** With fewer records than this nothing can be said of how they were made. */
  private static final int FEW = 64;

  /** The stack of one thread. */
  private static final class Stack {
    int[] methods = new int[64];
    int depth;

    /**
     * How many calls at the bottom were opened before the first record: only their own returns end
     * them.
     */
    int floor;

    /** How many calls above the innermost are running that were too deep to be kept. */
    int beyond;

    /** How many calls began before the trace. */
    int opened;

    long wall;
    long cpu;
    long records;
    long firstWall;
    boolean enteredNow;

    void push(int method) {
      if (depth == methods.length) {
        methods = Arrays.copyOf(methods, 2 * depth);
      }
      methods[depth++] = method;
    }
  }

  /** Told of a return from a call that began before the trace. */
  @FunctionalInterface
  public interface OpenAtStart {
    void exit(int thread, int method, long startWall, long wall, long cpu, boolean exception);
  }

  private final CallVisitor visitor;
  private final OpenAtStart openAtStart;
  private final LongConsumer progress;
  private Stack[] stacks = new Stack[16];
  private int threads;
  private long startWall = -1;
  private long endWall;

  private long enters;
  private long exits;
  private long unrolls;
  private long opened;
  private long leftOpen;
  private long missingExits;
  private long unmatchedExits;
  private long backwards;
  private long tooDeep;
  private long sharedMoments;
  private long emptyCalls;

  public Balancer(CallVisitor visitor, OpenAtStart openAtStart, LongConsumer progress) {
    this.visitor = visitor;
    this.openAtStart = openAtStart;
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
      stack.push(method);
      visitor.enter(thread, method, wall, cpu);
    }
    stack.floor = stack.depth;
    stack.opened = stack.depth;
  }

  public void event(int thread, int method, int action, long wall, long cpu) {
    Stack stack = thread < stacks.length ? stacks[thread] : null;
    if (stack == null) {
      stack = stack(thread);
    }
    if (stack.records++ == 0) {
      begin(stack, wall, cpu);
    }
    if (wall < stack.wall || cpu < stack.cpu) {
      backwards++;
      wall = Math.max(wall, stack.wall);
      cpu = Math.max(cpu, stack.cpu);
    }
    boolean sameMoment = wall == stack.wall && cpu == stack.cpu;
    stack.wall = wall;
    stack.cpu = cpu;
    if (wall > endWall) {
      endWall = wall;
    }
    watchSampling(stack, action, sameMoment);
    if (action == ENTER) {
      enters++;
      if (stack.depth - stack.floor >= MOST_DEPTH) {
        tooDeep++;
        stack.beyond++;
        return;
      }
      stack.push(method);
      visitor.enter(thread, method, wall, cpu);
      return;
    }
    if (action == EXIT) {
      exits++;
    } else {
      unrolls++;
    }
    if (stack.beyond > 0) {
      stack.beyond--;
    } else if (stack.depth > 0 && stack.methods[stack.depth - 1] == method) {
      stack.depth--;
      stack.floor = Math.min(stack.floor, stack.depth);
      visitor.exit(thread, method, wall, cpu, action != EXIT);
    } else {
      mismatch(thread, stack, method, action != EXIT);
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
  private void watchSampling(Stack stack, int action, boolean sameMoment) {
    if (sameMoment) {
      sharedMoments++;
      if (action != ENTER && stack.enteredNow) {
        emptyCalls++;
      }
    }
    stack.enteredNow = action == ENTER;
  }

  /** Whether stacks seem to have been sampled; the formats do not say. */
  public boolean looksSampled() {
    long records = enters + exits + unrolls;
    return records >= FEW && emptyCalls == 0 && 3 * sharedMoments > records;
  }

  private void begin(Stack stack, long wall, long cpu) {
    // Threads hand in their records one after the other: the first in the file need not be it.
    startWall = startWall < 0 ? wall : Math.min(startWall, wall);
    stack.firstWall = wall;
    if (stack.depth == 0) {
      stack.wall = wall;
      stack.cpu = cpu;
    }
  }

  private void mismatch(int thread, Stack stack, int method, boolean exception) {
    if (stack.depth == 0 && stack.opened < MOST_DEPTH) {
      stack.opened++;
      opened++;
      openAtStart.exit(thread, method, startWall, stack.wall, stack.cpu, exception);
      return;
    }
    int lowest = Math.max(stack.floor, stack.depth - SEARCH);
    for (int at = stack.depth - 2; at >= lowest; at--) {
      if (stack.methods[at] == method) {
        while (stack.depth - 1 > at) {
          missingExits++;
          close(thread, stack, stack.wall, false);
        }
        close(thread, stack, stack.wall, exception);
        return;
      }
    }
    unmatchedExits++;
  }

  private void close(int thread, Stack stack, long wall, boolean exception) {
    int method = stack.methods[--stack.depth];
    visitor.exit(thread, method, wall, stack.cpu, exception);
  }

  /** Closes what is still open: it was running when the trace ended. */
  public void end() {
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
        close(thread, stack, endWall, false);
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
      stack = new Stack();
      stacks[thread] = stack;
    }
    return stack;
  }

  /** When the trace's first record was made: the earliest of all threads. */
  public long startWall() {
    return Math.max(0, startWall);
  }

  /** When its last one was made. */
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
        unlistedMethods,
        unlistedThreads,
        truncatedBytes,
        compressionCut);
  }
}
