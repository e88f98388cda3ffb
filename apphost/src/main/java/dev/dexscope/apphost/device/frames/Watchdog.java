package dev.dexscope.apphost.device.frames;

import dev.dexscope.apphost.EventLog;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Pace;
import dev.dexscope.vm.Vm;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Objects;

/**
 * Ends the run when the main thread does not answer, as the system does, or when the run has taken
 * too long. A thread that waits for a turn on the machine is not one that does not answer: what
 * counts is the CPU time of the thread, and the time for which it waits for something else. The
 * translation of classes does not count, which a phone does when it installs the app.
 */
public final class Watchdog {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Milliseconds. */
  private static final int LOOK = 100;

  private static final long LOOK_NANOS = LOOK * 1_000_000L;

  /** A start loads classes, of the framework too, which a phone has in its zygote. */
  static final int START = 12;

  /**
   * The time to write the trace: the thread that does not answer may be in the middle of that
   * itself.
   */
  private static final Duration TO_KEEP = Duration.ofSeconds(20);

  /** How many times longer than its limit something may take on a busy machine. */
  private static final int BUSY = 6;

  /** The duties of the main thread. */
  private enum Duty {
    NONE,
    START,
    FRAME
  }

  /**
   * The state of the main thread.
   *
   * @param number how often that has changed
   * @param cpu its CPU time at the beginning, without that of our own work
   */
  private record State(long number, Duty duty, long cpu) {}

  private final Thread main = Thread.currentThread();
  private final RunQueue queue = RunQueue.ofCurrentThread();
  private final String app;
  private final Pace pace;
  private final EventLog events;
  private final Runnable keep;
  private volatile State state = new State(0, Duty.NONE, 0);

  private final OwnTime own = new OwnTime();

  /**
   * Watches nothing yet.
   *
   * @param keep writes what was recorded, before the process ends
   */
  public Watchdog(String app, Pace pace, EventLog events, Runnable keep) {
    this.app = app;
    this.pace = pace;
    this.events = events;
    this.keep = keep;
  }

  /**
   * Begins, for the main thread, which calls this.
   *
   * @param endsAnr whether it has to answer: in a debugger it need not
   */
  public void begin(boolean endsAnr) {
    Vm.tellOfOwnWork(own::begin, own::end);
    Thread.ofPlatform().daemon().name("dexscope watchdog").start(() -> watch(endsAnr));
  }

  private void set(Duty duty) {
    state = new State(state.number + 1, duty, THREADS.getCurrentThreadCpuTime() - own.cpu());
  }

  /** Returns the CPU time of our own work on the main thread. */
  long ownWork() {
    return own.cpu();
  }

  /** The main thread starts something. */
  public void starts() {
    set(Duty.START);
  }

  /** The main thread begins a frame. */
  void frame() {
    set(Duty.FRAME);
  }

  /** The main thread has answered, and waits for what to do next. */
  public void rests() {
    set(Duty.NONE);
  }

  private void watch(boolean endsAnr) {
    // Finding the class of what is caught takes memory, which there is none of then.
    Objects.requireNonNull(OutOfMemoryError.class);
    long begin = System.nanoTime();
    State watched = state;
    long waited = 0;
    long changed = begin;
    long idle = queue.nanos() + own.elapsed();
    while (true) {
      try {
        Thread.sleep(LOOK);
        Vm.saveHeap();
        long now = System.nanoTime();
        if (!pace.timeout().isZero() && now - begin > pace.timeout().toNanos()) {
          end(
              Kind.TIMEOUT,
              "the run has taken longer than --timeout " + text(pace.timeout()),
              Pace.TIMED_OUT);
        }
        State seen = state;
        if (!seen.equals(watched)) {
          watched = seen;
          waited = 0;
          changed = now;
          idle = queue.nanos() + own.elapsed();
        } else if (!own.isRunning() && main.getState() != Thread.State.RUNNABLE) {
          // No more than is known: on a busy machine this thread waits for its turn, too.
          waited += LOOK_NANOS;
        }
        if (endsAnr
            && !own.isRunning()
            && seen.duty != Duty.NONE
            && isStuck(seen, waited, now - changed - (queue.nanos() + own.elapsed() - idle))) {
          end(
              Kind.ANR,
              "the main thread of " + app + " has not answered for " + text(pace.anr()),
              1);
        }
      } catch (InterruptedException e) {
        // Apps interrupt what they find.
      } catch (OutOfMemoryError e) {
        // An app has filled the heap: the next turn has room.
        Vm.spendHeap();
      }
    }
  }

  /**
   * A thread that is in a system call neither waits, as far as Java knows, nor has CPU time.
   *
   * @param elapsed without the time of our own work, and that for which the thread waited for a
   *     processor
   */
  private boolean isStuck(State seen, long waited, long elapsed) {
    long limit = pace.anr().toNanos() * (seen.duty == Duty.START ? START : 1);
    long cpu = THREADS.getThreadCpuTime(main.threadId()) - own.cpu() - seen.cpu;
    return waited + cpu > limit || elapsed > BUSY * limit;
  }

  private static String text(Duration time) {
    return time.toMillis() / 1e3 + " s";
  }

  private void end(Kind kind, String words, int exitCode) {
    var out = new StringBuilder("E ActivityManager: " + kind + ": " + words + "\n");
    for (ThreadInfo each : THREADS.dumpAllThreads(true, true)) {
      if (each.getStackTrace().length > 0 && !each.getThreadName().startsWith("dexscope ")) {
        append(each, out);
      }
    }
    System.err.print(out);
    events.now(kind, words);
    Thread keeping = Thread.ofPlatform().daemon().name("dexscope trace").start(keep);
    try {
      keeping.join(TO_KEEP);
    } catch (InterruptedException e) {
      // The process ends all the same.
    }
    System.err.flush();
    System.out.flush();
    Runtime.getRuntime().halt(exitCode);
  }

  /** As a device's traces have it: what a thread waits for, who holds that, and what it holds. */
  private static void append(ThreadInfo thread, StringBuilder out) {
    out.append('"').append(thread.getThreadName()).append("\" ").append(thread.getThreadState());
    out.append('\n');
    StackTraceElement[] frames = thread.getStackTrace();
    for (int i = 0; i < frames.length; i++) {
      out.append("  at ").append(frames[i]).append('\n');
      LockInfo awaited = thread.getLockInfo();
      if (i == 0 && awaited != null) {
        out.append("  - waiting for ").append(awaited);
        String owner = thread.getLockOwnerName();
        out.append(owner == null ? "" : ", held by \"" + owner + '"').append('\n');
      }
      for (MonitorInfo each : thread.getLockedMonitors()) {
        if (each.getLockedStackDepth() == i) {
          out.append("  - holds ").append(each).append('\n');
        }
      }
    }
  }
}
