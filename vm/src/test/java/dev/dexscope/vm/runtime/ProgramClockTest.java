package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgramClockTest {

  @Test
  void timeThatIsSkippedHasPassed() {
    long ahead = ahead();
    ProgramClock.skip(3_000_000_000L);
    try {
      assertThat(ahead()).isBetween(ahead + 2_999, ahead + 3_001);
    } finally {
      ProgramClock.skip(-3_000_000_000L);
    }
    assertThat(ahead()).isBetween(ahead - 1, ahead + 1);
  }

  /** The milliseconds between the program's time of day and the host's, read at one moment. */
  private static long ahead() {
    while (true) {
      long before = System.currentTimeMillis();
      long ahead = ProgramClock.currentTimeMillis() - before;
      if (System.currentTimeMillis() == before) {
        return ahead;
      }
    }
  }
}
