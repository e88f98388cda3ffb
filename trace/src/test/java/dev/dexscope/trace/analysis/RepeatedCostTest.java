package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedCostTest {
  private static Cost cost(String name, long calls, long wall, long cpu) {
    return new Cost(name, calls, 0, wall, wall, cpu, cpu, 0, 0, 0);
  }

  @Test
  void theLargestMeanComesFirstAndMissingRowsCountAsNothing() {
    var first =
        new RepeatedCost.Run(
            List.of(cost("a", 1, 10, 9), cost("b", 2, 100, 90)), Measure.of(Timing.WALL));
    var second = new RepeatedCost.Run(List.of(cost("a", 3, 30, 7)), Measure.of(Timing.CPU));

    List<RepeatedCost> rows = RepeatedCost.of(List.of(first, second));

    assertThat(rows)
        .containsExactly(
            new RepeatedCost("b", Sample.of(100, 0), Sample.of(2, 0)),
            new RepeatedCost("a", Sample.of(10, 7), Sample.of(1, 3)));
  }
}
