package dev.dexscope.observe.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last records of one thread, not yet in the file. Only the thread adds to them, without locks;
 * the thread that ends the trace reads those that are published.
 */
final class ThreadRecords {
  /** Method with action, CPU microseconds, elapsed microseconds. */
  static final int WORDS = 3;

  /** A bound for what an exit that fits nowhere costs. */
  private static final int FARTHEST_SEARCH = 4096;

  private static final VarHandle USED;

  static {
    try {
      USED = MethodHandles.lookup().findVarHandle(ThreadRecords.class, "used", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CallTrace trace;
  private final WeakReference<Thread> thread;
  private final int number;
  private final int[] words;
  private final @Nullable CpuClock cpu;
  private final long startCpu;
  private String name;

  /** The methods that run, as far as they are known: those that began since the trace did. */
  private int[] stack = new int[64];

  private int depth;

  /** The number of words that the thread may fill before it requests more from the trace. */
  private int limit;

  /** The number of filled words. */
  private int used;

  /** The number of words in the file; guarded by the trace's lock. */
  private int written;

  ThreadRecords(CallTrace trace, int number, int size) {
    Thread current = Thread.currentThread();
    this.trace = trace;
    this.thread = new WeakReference<>(current);
    this.name = current.getName();
    this.number = number;
    this.words = new int[size * WORDS];
    this.cpu = trace.clocks().cpu();
    this.startCpu = cpu == null ? 0 : cpu.at(cpu.update(System.nanoTime()));
  }

  int number() {
    return number;
  }

  boolean isOfDeadThread() {
    Thread running = thread.get();
    return running == null || !running.isAlive();
  }

  /** The thread's name; its last known one when it has ended. */
  String name() {
    Thread running = thread.get();
    if (running != null) {
      name = running.getName();
    }
    return name;
  }

  void enter(int method) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = method;
    long now = now();
    add(method << 2 | CallTrace.ENTER, cpu(now), wall(now));
  }

  /** The method ends, and with it the calls above it that have not ended. */
  void exit(int method, int action) {
    long now = now();
    int cpu = cpu(now);
    int wall = wall(now);
    if (depth > 0 && stack[depth - 1] == method) {
      depth--;
    } else {
      int at = lastCall(method);
      if (at >= 0) {
        unrollAbove(at, cpu, wall);
        depth = at;
      }
    }
    add(method << 2 | action, cpu, wall);
  }

  /** The method's innermost call continues: those above it have ended. */
  void unrollTo(int method) {
    if (depth > 0 && stack[depth - 1] != method) {
      int at = lastCall(method);
      if (at >= 0) {
        long now = now();
        unrollAbove(at, cpu(now), wall(now));
      }
    }
  }

  private int lastCall(int method) {
    for (int at = depth - 1; at >= Math.max(0, depth - FARTHEST_SEARCH); at--) {
      if (stack[at] == method) {
        return at;
      }
    }
    return -1;
  }

  private void unrollAbove(int call, int cpu, int wall) {
    while (depth > call + 1) {
      add(stack[--depth] << 2 | CallTrace.UNROLL, cpu, wall);
    }
  }

  private long now() {
    long now = System.nanoTime();
    return cpu == null ? now : cpu.update(now);
  }

  private int cpu(long now) {
    return cpu == null ? 0 : (int) ((cpu.at(now) - startCpu) / 1000);
  }

  private int wall(long now) {
    return (int) ((now - trace.startWall()) / 1000);
  }

  private void add(int methodAndAction, int cpu, int wall) {
    int at = used;
    if (at == limit) {
      if (!trace.makeRoom(this)) {
        return;
      }
      at = used;
    }
    words[at] = methodAndAction;
    words[at + 1] = cpu;
    words[at + 2] = wall;
    // After the words; as cheap as a plain store, because no other thread changes it.
    USED.setRelease(this, at + WORDS);
  }

  /** The words that are not in the file yet; from any thread, under the trace's lock. */
  void writeTo(CallTrace.RecordSink sink) throws java.io.IOException {
    int end = (int) USED.getAcquire(this);
    while (written < end) {
      sink.record(this, words[written], words[written + 1], words[written + 2]);
      written += WORDS;
    }
  }

  /** Begins anew, with room for so many records; by the thread itself, under the trace's lock. */
  void restart(int records) {
    written = 0;
    used = 0;
    limit = records * WORDS;
  }
}
