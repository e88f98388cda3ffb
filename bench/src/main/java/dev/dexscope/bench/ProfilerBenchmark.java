package dev.dexscope.bench;

import dev.dexscope.probe.Profiler;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of a method's reports that it begins and ends, by the wall clock: {@code
 * bench/run jmh ProfilerBenchmark}. Beside it: the clock read twice, without which no profiler
 * does, and a timer found by the method's signature in one table behind one lock.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProfilerBenchmark {
  private static final Object LOCK = new Object();
  private static final Map<String, Timer> TIMERS = new HashMap<>();

  private static final String SIGNATURE =
      "dev.dexscope.bench.ProfilerBenchmark.method(ILjava/lang/String;)V";

  private static final class Timer {
    long calls;
    long start;
    long inclusive;
  }

  @Benchmark
  public void enterAndExit() {
    Profiler.enter(7);
    Profiler.exit();
  }

  @Benchmark
  public void nestedTwice() {
    Profiler.enter(7);
    Profiler.enter(8);
    Profiler.exit();
    Profiler.exit();
  }

  @Benchmark
  public long clockReadTwice() {
    long start = System.nanoTime();
    return System.nanoTime() - start;
  }

  @Benchmark
  public long signatureTableBehindALock() {
    return start(SIGNATURE) + stop(SIGNATURE);
  }

  private static long start(String signature) {
    synchronized (LOCK) {
      Timer timer = TIMERS.computeIfAbsent(signature, _ -> new Timer());
      timer.start = System.nanoTime();
      return ++timer.calls;
    }
  }

  private static long stop(String signature) {
    synchronized (LOCK) {
      Timer timer = TIMERS.get(signature);
      if (timer == null) {
        return 0;
      }
      timer.inclusive += System.nanoTime() - timer.start;
      return timer.inclusive;
    }
  }
}
