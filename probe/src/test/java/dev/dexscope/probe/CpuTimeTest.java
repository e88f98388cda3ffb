package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CPU times of programs that make many short calls, beside the programs' own clock. */
class CpuTimeTest {
  private static final int MAIN = 0;
  private static final int HEAVY = 1;
  private static final int SHORT = 2;

  private static final int ROUNDS = 100;
  private static final int CALLS = 10_000;
  private static final long THROTTLE_CALLS = 1000;
  private static final long THROTTLE_NANOS = 10 * Clock.MICROSECOND;

  /** Time passes by what the program does, and by reading the clocks: the CPU's takes longer. */
  private static final class CostlyClock implements Clock {
    private long wall;
    private long cpu;

    void work(long nanos) {
      wall += nanos;
      cpu += nanos;
    }

    void sleep(long nanos) {
      wall += nanos;
    }

    @Override
    public long wall() {
      work(20);
      return wall;
    }

    @Override
    public long cpu() {
      work(200);
      long read = cpu;
      work(200);
      return read;
    }

    @Override
    public boolean hasCpu() {
      return true;
    }
  }

  /** This system's clocks. */
  private static final class SystemClock implements Clock {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    public long wall() {
      return System.nanoTime();
    }

    @Override
    public long cpu() {
      return threads.getCurrentThreadCpuTime();
    }

    @Override
    public boolean hasCpu() {
      return true;
    }
  }

  /** All calls are timed, or those that are short by samples. */
  @ParameterizedTest
  @CsvSource({"5, 0, true", "5, 0, false", "2000, 0, true", "2000, 0, false", "900, 5000, true"})
  void theCostOfReadingTheClockIsNobodysTime(long work, long sleep, boolean isThrottled) {
    var clock = new CostlyClock();
    long throttleCalls = isThrottled ? THROTTLE_CALLS : Long.MAX_VALUE;
    Overhead overhead = Overhead.calibrate(clock);
    var rules = new Rules(throttleCalls, THROTTLE_NANOS, 0, overhead, false);
    ThreadRecorder recorder = TestClock.recorder(0, rules, clock, new CommandChain(clock));
    recorder.enter(MAIN);
    for (int round = 0; round < ROUNDS; round++) {
      recorder.enter(HEAVY);
      clock.work(Clock.MILLISECOND);
      recorder.exit();
      for (int i = 0; i < CALLS; i++) {
        clock.work(1);
        recorder.enter(SHORT);
        clock.work(work);
        clock.sleep(sleep);
        recorder.exit();
      }
    }
    recorder.exit();

    long calls = (long) ROUNDS * CALLS;
    long heavy = ROUNDS * Clock.MILLISECOND;
    Offset<Long> tolerance = within((heavy + calls * (1 + work)) / 50);
    Counters counters = recorder.calls().tables().methods;
    assertThat(cpu(counters, HEAVY)).isCloseTo(heavy, tolerance);
    assertThat(cpu(counters, SHORT)).isCloseTo(calls * work, tolerance);
    assertThat(cpu(counters, MAIN)).isCloseTo(calls, tolerance);
  }

  private static long cpu(Counters counters, int id) {
    return counters.get(id + 1, Counters.EXCL_CPU);
  }

  /**
   * A reading takes as long as a hundred of these calls: without its cost they are less than the
   * tenth part of the work, with it two thirds and more.
   */
  @Test
  void shortCallsDoNotHideTheWork() {
    var clock = new SystemClock();
    var rules = new Rules(THROTTLE_CALLS, THROTTLE_NANOS, 0, Overhead.calibrate(clock), false);
    ThreadRecorder recorder = TestClock.recorder(0, rules, clock, new CommandChain(clock));
    long state = 1;
    long worked = 0;
    recorder.enter(MAIN);
    for (int round = 0; round < ROUNDS; round++) {
      long begin = clock.cpu();
      recorder.enter(HEAVY);
      state = mixed(state, 2_000_000);
      recorder.exit();
      worked += clock.cpu() - begin;
      for (int i = 0; i < CALLS; i++) {
        recorder.enter(SHORT);
        state = mixed(state, 4);
        recorder.exit();
      }
    }
    recorder.exit();
    // The loop's result is used: a compiler may not leave it out.
    assertThat(state).isNotEqualTo(1);
    rules.run();

    Counters counters = recorder.calls().tables().methods;
    long all = counters.get(MAIN + 1, Counters.INCL_CPU);
    long heavy = cpu(counters, HEAVY);
    assertThat(heavy).isCloseTo(worked, withinPercentage(10));
    assertThat(100 * heavy / all).as("share of the work, in per cent").isGreaterThan(75);
    assertThat(all).isLessThanOrEqualTo(counters.get(MAIN + 1, Counters.INCL_WALL));
  }

  private static long mixed(long seed, int steps) {
    long state = seed;
    for (int i = 0; i < steps; i++) {
      state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      state ^= state >>> 17;
    }
    return state;
  }
}
