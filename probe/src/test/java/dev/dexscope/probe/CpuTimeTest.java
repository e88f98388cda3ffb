package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
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
}
