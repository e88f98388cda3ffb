package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.analysis.Comparison.Figure;
import dev.dexscope.trace.analysis.Comparison.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberedNamesTest {
  private static Run run(Map<String, Double> times) {
    Map<String, Figure> rows = new HashMap<>();
    times.forEach((name, time) -> rows.put(name, new Figure(time, 1)));
    double total = times.values().stream().mapToDouble(each -> each).sum();
    return new Run(new Figure(total, times.size()), Map.of(), rows);
  }

  private static NumberedNames.Sides joined(Map<String, Double> base, Map<String, Double> head) {
    return NumberedNames.joined(List.of(run(base)), List.of(run(head)), Criteria.USUAL);
  }

  @ParameterizedTest
  @CsvSource({
    "p.A.lambda$run$12(I)V, p.A.lambda$run$*(I)V",
    "p.A.lambda$lambda$run$1$2()V, p.A.lambda$lambda$run$1$*()V",
    "p.A.lambda$static$0(), p.A.lambda$static$*()",
    "p.AKt.main$lambda$3$lambda$2(), p.AKt.main$lambda$*$lambda$*()",
    "p.A$$ExternalSyntheticLambda10.run()V, p.A$$ExternalSyntheticLambda*.run()V",
    "p.A$$Lambda.0x000000009a1a8210.run(), p.A$$Lambda*.run()",
    "p.A$$Lambda$14/0x0000000800c03000.run(), p.A$$Lambda*.run()",
    "p.A$$Lambda$14/331844619.run(), p.A$$Lambda*.run()",
    "java.lang.invoke.LambdaForm$DMH.0x00007f0a.invokeStatic(), java.lang.invoke.LambdaForm$DMH*.invokeStatic()",
    "jdk.proxy1.$Proxy7.call(), jdk.proxy1.$Proxy*.call()",
    "jdk.internal.reflect.GeneratedMethodAccessor12.invoke(), jdk.internal.reflect.GeneratedMethodAccessor*.invoke()",
    "p.A$1.run(), p.A$1.run()",
    "p.Vec3$Inner2.lambda(), p.Vec3$Inner2.lambda()",
  })
  void numbersThatOnlyCountAreLeftOut(String name, String group) {
    assertThat(NumberedNames.group(name)).isEqualTo(group);
  }

  @Test
  void aLambdaMoreDoesNotChangeTheOthers() {
    var sides =
        joined(
            Map.of("A.lambda$main$0()", 100.0, "A.lambda$main$1()", 300.0, "A.main()", 10.0),
            Map.of(
                "A.lambda$main$0()", 5.0,
                "A.lambda$main$1()", 100.0,
                "A.lambda$main$2()", 300.0,
                "A.main()", 10.0));

    assertThat(sides.base().getFirst().rows())
        .containsOnly(
            Map.entry("A.lambda$main$*()", new Figure(400, 2)),
            Map.entry("A.main()", new Figure(10, 1)));
    assertThat(sides.head().getFirst().rows())
        .containsEntry("A.lambda$main$*()", new Figure(405, 3));
  }

  @Test
  void theSameLambdasAreComparedOneByOne() {
    Map<String, Double> base = Map.of("A.lambda$main$0()", 100.0, "A.lambda$main$1()", 300.0);
    Map<String, Double> head = Map.of("A.lambda$main$0()", 900.0, "A.lambda$main$1()", 300.0);

    assertThat(joined(base, head).head().getFirst().rows()).containsOnlyKeys(base.keySet());
  }

  @Test
  void whatTakesNoTimeIsSeenByChance() {
    Map<String, Double> base = Map.of("A.lambda$main$0()", 1000.0, "A.lambda$main$7()", 0.5);
    Map<String, Double> head = Map.of("A.lambda$main$0()", 2000.0, "A.lambda$main$3()", 0.7);

    assertThat(joined(base, head).base().getFirst().rows()).containsOnlyKeys(base.keySet());
  }

  @Test
  void addressesAreComparedNowhere() {
    Map<String, Double> base = Map.of("A$$Lambda.0x1f.run()", 0.0, "A.main()", 10.0);
    Map<String, Double> head = Map.of("A$$Lambda.0x2e.run()", 0.0, "A.main()", 10.0);

    assertThat(joined(base, head).base().getFirst().rows())
        .containsOnlyKeys("A$$Lambda*.run()", "A.main()");
  }

  @Test
  void aGroupOfOneSideIsNew() {
    var sides = joined(Map.of("A.main()", 10.0), Map.of("A.lambda$main$0()", 10.0));

    assertThat(sides.head().getFirst().rows()).containsOnlyKeys("A.lambda$main$0()");
  }
}
