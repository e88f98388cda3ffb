package dev.dexscope.observe.trace;

import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.LineNumbers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all threads at an interval, and records what changed between two looks as calls that end
 * and begin at the moment of the second. A thread that waits is asked for its stack. One that runs
 * is not, because it would go on to its next safepoint first: where it was is what HotSpot's own
 * samples say ({@link RunningStacks}). These arrive later, so looks are kept until then.
 */
final class Sampler implements Runnable {
  /** A stack as it was last recorded: methods from the outermost on. */
  private static final class Sampled {
    private final int number;
    private final String name;
    private final long startCpu;
    private int[] stack = {};
    private int cpu;

    /** Its stack is that of a wait. */
    private boolean waits;

    /** When it was last seen in one; samples from before are of something else. */
    private long lastWait;

    Sampled(int number, String name, long startCpu, long lastWait) {
      this.number = number;
      this.name = name;
      this.startCpu = startCpu;
      this.lastWait = lastWait;
    }

    /** It has used this CPU time; a thread that has ended meanwhile has none. */
    void add(long nanos) {
      cpu = Math.max(cpu, (int) ((nanos - startCpu) / 1000));
    }
  }

  /**
   * A thread at a look.
   *
   * @param stack null if it runs, and its samples are still to arrive
   */
  private record Seen(Thread thread, boolean runs, int @Nullable [] stack, long cpu) {}

  private record Look(long time, List<Seen> threads) {}

  private final CallTrace trace;
  private final Duration interval;
  private final ToIntFunction<StackTraceElement> methods;

  /** By Java's numbers: a class of the program may define whether its threads are equal. */
  private final Map<Long, Sampled> threads = new HashMap<>();

  /** Those that are not recorded yet. */
  private final Deque<Look> looks = new ArrayDeque<>();

  private final Thread thread;
  private @Nullable RunningStacks running;
  private long lastLook = Long.MIN_VALUE;
  private volatile boolean stopped;
  private volatile long stopTime;

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
    running = RunningStacks.begin(interval, this::shown);
    trace.begin();
    thread.start();
  }

  /**
   * Ends after a sample that may be under way, and records what then runs as running until the
   * stop.
   *
   * @param time of the stop, by {@link System#nanoTime}
   */
  void stop(long time) {
    stopTime = time;
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
    RunningStacks samples = running;
    while (!stopped) {
      look(samples == null);
      recordUpTo(samples == null ? Long.MAX_VALUE : samples.complete());
      LockSupport.parkNanos(this, interval.toNanos());
    }
    end(stopTime);
  }

  /** Records what the threads did until the stop: their stacks, and the CPU time since. */
  void end(long time) {
    List<Seen> last = new ArrayList<>();
    for (Thread each : GuestThreads.living()) {
      last.add(new Seen(each, true, null, trace.clocks().cpu(each)));
    }
    if (running != null) {
      running.close();
    }
    recordUpTo(Long.MAX_VALUE);
    // A look may have been under way at the stop.
    long end = Math.max(time, lastLook);
    record(new Look(end, last));
    record(new Look(end, List.of()));
  }

  /** Records the stacks; a thread that is not among them has ended. */
  void sample(Map<Thread, StackTraceElement[]> stacks) {
    look(stacks);
    recordUpTo(Long.MAX_VALUE);
  }

  private void look(Map<Thread, StackTraceElement[]> stacks) {
    List<Seen> seen = new ArrayList<>(stacks.size());
    long time = System.nanoTime();
    stacks.forEach((thread, frames) ->
        seen.add(new Seen(thread, runs(thread), shown(frames), trace.clocks().cpu(thread))));
    looks.add(new Look(time, seen));
  }

  /**
   * @param stopsRunning whether threads that run are stopped for their stacks, too
   */
  private void look(boolean stopsRunning) {
    List<Seen> seen = new ArrayList<>();
    long time = System.nanoTime();
    for (Thread each : GuestThreads.living()) {
      boolean runs = runs(each);
      int[] stack = runs && !stopsRunning ? null : shown(each.getStackTrace());
      seen.add(new Seen(each, runs, stack, trace.clocks().cpu(each)));
    }
    looks.add(new Look(time, seen));
  }

  private static boolean runs(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE;
  }

  private void recordUpTo(long time) {
    while (!looks.isEmpty() && looks.getFirst().time <= time) {
      record(looks.removeFirst());
    }
  }

  private void record(Look look) {
    lastLook = look.time;
    int wall = wall(look.time);
    Set<Long> alive = new HashSet<>();
    look.threads.forEach(each -> alive.add(each.thread.threadId()));
    threads
        .entrySet()
        .removeIf(entry -> {
          boolean ended = !alive.contains(entry.getKey());
          if (ended) {
            Sampled gone = entry.getValue();
            change(gone, new int[0], gone.cpu, gone.cpu, wall);
            forget(entry.getKey());
          }
          return ended;
        });
    for (Seen each : look.threads) {
      Sampled sampled = threads.get(each.thread.threadId());
      int[] stack = stack(each, look.time, sampled == null ? trace.startWall() : sampled.lastWait);
      if (stack == null) {
        // No sample is near: it has gone on with what it did, if that was no wait.
        if (sampled != null && !sampled.waits) {
          sampled.add(each.cpu);
        }
        continue;
      }
      if (sampled == null && stack.length > 0) {
        sampled =
            new Sampled(trace.newThread(), each.thread.getName(), each.cpu, trace.startWall());
        threads.put(each.thread.threadId(), sampled);
      }
      if (sampled != null) {
        if (!each.runs && sampled.waits) {
          ranBetween(sampled, each, look.time);
        }
        change(sampled, stack, each, wall);
        sampled.lastWait = each.runs ? sampled.lastWait : look.time;
      }
    }
  }

  private int wall(long time) {
    return (int) ((time - trace.startWall()) / 1000);
  }

  /** Records what a thread ran between two waits, if a sample has it. */
  private void ranBetween(Sampled thread, Seen seen, long time) {
    RunningStacks.Sample ran =
        running == null ? null : running.between(seen.thread.threadId(), thread.lastWait, time);
    if (ran != null) {
      var then = new Seen(seen.thread, true, ran.stack(), seen.cpu);
      change(thread, ran.stack(), then, wall(ran.time()));
    }
  }

  /**
   * A thread that waits uses no CPU time. What it has used since the last look is of the method
   * that ran at the earlier look or at this one; of their common callers if it waited at both.
   */
  private void change(Sampled thread, int[] stack, Seen seen, int wall) {
    int before = thread.cpu;
    thread.add(seen.cpu);
    int ended = thread.waits ? before : thread.cpu;
    int begun = seen.runs ? ended : thread.cpu;
    thread.waits = !seen.runs;
    change(thread, stack, ended, begun, wall);
  }

  private int @Nullable [] stack(Seen seen, long time, long since) {
    return seen.stack != null || running == null
        ? seen.stack
        : running.at(seen.thread.threadId(), time, since);
  }

  private void forget(long ended) {
    if (running != null) {
      running.forget(ended);
    }
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
    return Arrays.copyOf(stack, depth);
  }

  private void change(Sampled thread, int[] stack, int ended, int begun, int wall) {
    int common = Arrays.mismatch(thread.stack, stack);
    if (common < 0) {
      return;
    }
    for (int i = thread.stack.length - 1; i >= common; i--) {
      record(thread, thread.stack[i] << 2 | CallTrace.EXIT, ended, wall);
    }
    for (int i = common; i < stack.length; i++) {
      record(thread, stack[i] << 2 | CallTrace.ENTER, begun, wall);
    }
    thread.stack = stack;
  }

  private void record(Sampled thread, int methodAndAction, int cpu, int wall) {
    trace.add(thread.number, thread.name, methodAndAction, cpu, wall);
  }
}
