package dev.dexscope.observe.trace;

import dev.dexscope.trace.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** The clocks of a trace, in nanoseconds. One that the trace has not is not read. */
final class Clocks {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Clock clock;

  Clocks(Clock clock) {
    this.clock = clock;
  }

  Clock clock() {
    return clock;
  }

  /** Returns the current thread's CPU time; null if it is not requested, or the thread has none. */
  @Nullable CpuClock cpu() {
    // A virtual thread has no CPU time of its own.
    return clock.hasCpu() && !Thread.currentThread().isVirtual()
        ? new CpuClock(THREADS::getCurrentThreadCpuTime, System::nanoTime)
        : null;
  }

  long cpu(Thread thread) {
    return clock.hasCpu() ? Math.max(0, THREADS.getThreadCpuTime(thread.threadId())) : 0;
  }

  /** Returns the cost of reading the clocks, in nanoseconds: the least of some tries. */
  int overhead() {
    int readings = 64;
    CpuClock cpu = cpu();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 8; i++) {
      long start = System.nanoTime();
      for (int reading = 0; reading < readings; reading++) {
        long wall = System.nanoTime();
        if (cpu != null) {
          cpu.at(cpu.update(wall));
        }
      }
      least = Math.min(least, System.nanoTime() - start);
    }
    return (int) (least / readings);
  }
}
