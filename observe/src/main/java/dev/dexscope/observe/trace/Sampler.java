package dev.dexscope.observe.trace;

import dev.dexscope.vm.runtime.LineNumbers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * Looks at the stacks of all threads at an interval, and records what changed between two looks as
 * calls that end and begin at the moment of the second.
 */
final class Sampler implements Runnable {
  /** A stack as it was last seen: methods from the outermost on. */
  private static final class Sampled {
    private final int number;
    private final String name;
    private final long startCpu;
    private int[] stack = {};
    private int cpu;

    Sampled(int number, String name, long startCpu) {
      this.number = number;
      this.name = name;
      this.startCpu = startCpu;
    }
  }

  private final CallTrace trace;
  private final Duration interval;
  private final ToIntFunction<StackTraceElement> methods;
  private final Map<Thread, Sampled> threads = new HashMap<>();
  private final Thread thread;
  private volatile boolean stopped;

  /**
   * @param methods the id of a frame's method; 0 for one that is not to be shown
   */
  Sampler(CallTrace trace, Duration interval, ToIntFunction<StackTraceElement> methods) {
    this.trace = trace;
    this.interval = interval;
    this.methods = methods;
    this.thread = Thread.ofPlatform().daemon().name("Sampling Profiler").unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Ends after a sample that may be under way. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    while (!stopped) {
      sample(Thread.getAllStackTraces());
      LockSupport.parkNanos(this, interval.toNanos());
    }
  }

  /** Records the stacks; a thread that is not among them has ended. */
  void sample(Map<Thread, StackTraceElement[]> stacks) {
    int wall = (int) ((System.nanoTime() - trace.startWall()) / 1000);
    threads
        .entrySet()
        .removeIf(entry -> {
          boolean ended = !stacks.containsKey(entry.getKey());
          if (ended) {
            change(entry.getValue(), new int[0], wall);
          }
          return ended;
        });
    stacks.forEach((thread, frames) -> {
      int[] stack = shown(frames);
      Sampled sampled = threads.get(thread);
      if (sampled == null && stack.length > 0) {
        long startCpu = trace.clocks().cpu(thread);
        sampled = new Sampled(trace.newThread(), thread.getName(), startCpu);
        threads.put(thread, sampled);
      }
      if (sampled != null) {
        sampled.cpu = (int) ((trace.clocks().cpu(thread) - sampled.startCpu) / 1000);
        change(sampled, stack, wall);
      }
    });
  }

  private int[] shown(StackTraceElement[] frames) {
    int[] stack = new int[frames.length];
    int depth = 0;
    for (int i = frames.length - 1; i >= 0; i--) {
      int method =
          frames[i].getLineNumber() == LineNumbers.NO_INSTRUCTION
              ? 0
              : methods.applyAsInt(frames[i]);
      if (method != 0) {
        stack[depth++] = method;
      }
    }
    return java.util.Arrays.copyOf(stack, depth);
  }

  private void change(Sampled thread, int[] stack, int wall) {
    int common = java.util.Arrays.mismatch(thread.stack, stack);
    if (common < 0) {
      return;
    }
    for (int i = thread.stack.length - 1; i >= common; i--) {
      record(thread, thread.stack[i] << 2 | CallTrace.EXIT, wall);
    }
    for (int i = common; i < stack.length; i++) {
      record(thread, stack[i] << 2 | CallTrace.ENTER, wall);
    }
    thread.stack = stack;
  }

  private void record(Sampled thread, int methodAndAction, int wall) {
    trace.add(thread.number, thread.name, methodAndAction, thread.cpu, wall);
  }
}
