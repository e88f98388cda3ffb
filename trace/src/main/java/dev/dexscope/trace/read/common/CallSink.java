package dev.dexscope.trace.read.common;

import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Adds up the calls of all threads while they go by. */
public abstract sealed class CallSink implements Balancer.Calls permits TreeBuilder, SumBuilder {
  /** The state of a thread before the trace, which its calls require. */
  private static final class Start {
    final long cpu;
    final List<Integer> open = new ArrayList<>();

    Start(long cpu) {
      this.cpu = cpu;
    }
  }

  private Start[] starts = new Start[16];

  @Override
  public final void begin(Balancer.Stack stack, long cpu) {
    int thread = stack.thread;
    if (thread >= starts.length) {
      starts = Arrays.copyOf(starts, Math.max(thread + 1, 2 * starts.length));
    }
    starts[thread] = new Start(cpu);
    begin(stack);
  }

  abstract void begin(Balancer.Stack stack);

  /**
   * The method ran before the trace began and contains all calls of the thread so far, which has
   * none that run.
   */
  @Override
  public final void exitOpenAtStart(
      Balancer.Stack stack, int method, long startWall, long wall, long cpu, boolean exception) {
    Start start = starts[stack.thread];
    start.open.add(method);
    enclose(stack, method, startWall, wall - startWall, cpu - start.cpu, exception);
  }

  /**
   * @param startWall when the call seems to have begun; {@link #ending} corrects it
   */
  abstract void enclose(
      Balancer.Stack stack, int method, long startWall, long wall, long cpu, boolean exception);

  /** From now on calls end because the trace does, which began at {@code startWall}. */
  public abstract void ending(long startWall);

  /**
   * The trees of threads 0 to {@code count} - 1; of sums only the threads' own nodes. Nothing can
   * be added afterwards.
   */
  public abstract List<CallTree> trees(int count);

  /** The methods that ran on the thread before the trace began, outermost first. */
  public final List<Integer> openAtStart(int thread) {
    if (!isKnown(thread)) {
      return List.of();
    }
    List<Integer> methods = new ArrayList<>(starts[thread].open);
    Collections.reverse(methods);
    return methods;
  }

  /** The CPU time at which the thread's records begin. */
  public final long firstCpu(int thread) {
    return isKnown(thread) ? starts[thread].cpu : 0;
  }

  private boolean isKnown(int thread) {
    return thread < starts.length && starts[thread] != null;
  }
}
