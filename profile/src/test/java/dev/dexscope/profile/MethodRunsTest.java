package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodRunsTest {
  @Test
  void theMiddleOfThreeAndOfFour() {
    var three = new MethodRuns("a", List.of(30L, 10L, 20L), List.of(2L, 2L, 2L));
    var four = new MethodRuns("a", List.of(40L, 10L, 30L, 20L), List.of(1L, 3L, 2L, 2L));

    assertThat(three.median()).isEqualTo(20);
    assertThat(three.spread()).isEqualTo(0.5);
    assertThat(three.callsText()).isEqualTo("2");
    assertThat(four.median()).isEqualTo(25);
    assertThat(four.callsText()).isEqualTo("1-3");
  }

  @Test
  void whatIsNotCalledInARunHasNoTimeThere() {
    var methods = new MethodRuns.Collector();
    methods.add(1, "small", 1, 5);
    methods.add(1, "large", 1, 50);
    methods.add(2, "large", 1, 30);
    // Two overloads may have one name.
    methods.add(2, "large", 2, 20);

    List<MethodRuns> sorted = methods.sorted(2);

    assertThat(sorted).extracting(MethodRuns::name).containsExactly("large", "small");
    assertThat(sorted.getFirst().nanos()).containsExactly(50L, 50L);
    assertThat(sorted.getFirst().callsText()).isEqualTo("1-3");
    assertThat(sorted.getLast().nanos()).containsExactly(0L, 5L);
    assertThat(sorted.getLast().spread()).isEqualTo(1);
  }
}
