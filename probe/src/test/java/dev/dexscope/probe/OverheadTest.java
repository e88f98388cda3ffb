package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverheadTest {
  /** Each reading takes 10 of it: an empty call costs 10 inside and 10 around. */
  private static class SlowClock implements Clock {
    private long time;

    @Override
    public long wall() {
      time += 10;
      return time;
    }

    @Override
    public long cpu() {
      return time;
    }

    @Override
    public boolean hasCpu() {
      return true;
    }
  }

  @Test
  void calibrationFindsWhatReadingTheClockCosts() {
    Overhead overhead = Overhead.calibrate(new SlowClock());

    assertThat(overhead.inner >> Calls.PARTS).isEqualTo(10);
    assertThat(overhead.outer >> Calls.PARTS).isEqualTo(10);
    assertThat(overhead.untimed).isZero();
    // The CPU time's is free, but the elapsed time is read between.
    assertThat(overhead.cpuReading >> Calls.PARTS).isEqualTo(10);
  }

  @Test
  void whatOtherProcessesTakeMeanwhileIsNoCost() {
    var busy =
        new SlowClock() {
          @Override
          public long cpu() {
            return super.cpu() / 2;
          }
        };

    assertThat(Overhead.calibrate(busy).outer).isZero();
  }

  @Test
  void anEmptyCallThenTakesNoTimeAndCostsItsCallerNone() {
    var clock = new SlowClock();
    var rules = new Rules(Long.MAX_VALUE, 0, 0, Overhead.calibrate(clock), false);
    var recorder = TestClock.recorder(0, rules, clock, new CommandChain(clock));
    recorder.enter(0);
    for (int i = 0; i < 100; i++) {
      recorder.enter(1);
      recorder.exit();
    }
    recorder.exit();

    Counters counters = recorder.calls().tables().methods;
    assertThat(counters.get(2, Counters.INCL_WALL)).isZero();
    assertThat(counters.get(1, Counters.INCL_WALL)).isZero();
  }
}
