package dev.dexscope.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CpuClockTest {
  private long cpu;
  private long wall;
  private int readings;

  private long read() {
    readings++;
    return cpu;
  }

  /** Each step: the thread runs for so long, then waits for so long, then reads the clock. */
  @Property
  void isNeverFurtherOffThanItMaySay(
      @ForAll @Size(max = 200) List<@IntRange(max = 30_000) Integer> runs,
      @ForAll @IntRange(max = 30_000) int wait) {
    cpu = 0;
    wall = 5_000;
    var clock = new CpuClock(this::read, () -> wall);
    long last = 0;
    for (int i = 0; i < runs.size(); i++) {
      long ran = runs.get(i);
      long waited = i % 3 == 0 ? wait : 0;
      cpu += ran;
      wall += ran + waited;
      long told = clock.at(clock.update(wall));
      assertThat(told - cpu).isBetween(0L, CpuClock.LONGEST_ESTIMATE);
      assertThat(told).isGreaterThanOrEqualTo(last);
      last = told;
    }
  }

  /** As where the scheduler gives the processor to another thread at the system call. */
  @Example
  void aWaitInTheReadingIsBeforeTheTimeThatIsReturned() {
    cpu = 0;
    wall = 0;
    var clock =
        new CpuClock(
            () -> {
              wall += 4_000_000;
              return cpu;
            },
            () -> wall);
    cpu += 20_000;
    long before = wall + 20_000;
    wall = before;

    long now = clock.update(wall);

    assertThat(now).isEqualTo(before + 4_000_000);
    assertThat(clock.at(now)).isEqualTo(20_000);
  }

  @Property
  void isReadSeldomByAThreadThatIsBusy(@ForAll @IntRange(min = 1, max = 1_000) int step) {
    cpu = 0;
    readings = 0;
    wall = 0;
    var clock = new CpuClock(this::read, () -> wall);
    int calls = 10_000;
    for (int i = 0; i < calls; i++) {
      cpu += step;
      wall += step;
      assertThat(clock.at(clock.update(wall))).isEqualTo(cpu);
    }
    assertThat(readings).isLessThanOrEqualTo((int) (2 + wall / CpuClock.LONGEST_ESTIMATE));
  }
}
