package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.trace.analysis.Comparison.Run;
import dev.dexscope.trace.analysis.Difference.Verdict;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /** Critical values as printed in every table of the t distribution. */
  @Test
  void studentTAgreesWithTheTables() {
    assertThat(StudentT.criticalValue(0.05, 1)).isCloseTo(12.706, within(0.001));
    assertThat(StudentT.criticalValue(0.05, 4)).isCloseTo(2.776, within(0.001));
    assertThat(StudentT.criticalValue(0.01, 10)).isCloseTo(3.169, within(0.001));
    assertThat(StudentT.criticalValue(0.05, 1000)).isCloseTo(1.962, within(0.001));
    assertThat(StudentT.twoSidedP(0, 5)).isEqualTo(1);
    assertThat(StudentT.twoSidedP(2.5706, 5)).isCloseTo(0.05, within(1e-4));
  }

  @Test
  void aSampleKnowsItsSpread() {
    Sample s = Sample.of(9, 10, 11);

    assertThat(s.mean()).isEqualTo(10);
    assertThat(s.deviation()).isEqualTo(1);
    assertThat(s.halfWidth(0.95)).isCloseTo(4.303 / Math.sqrt(3), within(0.001));
    assertThat(Sample.of(7).halfWidth(0.95)).isInfinite();
  }

  @Test
  void welchsTestOfTwoShiftedSamples() {
    Sample a = Sample.of(1, 2, 3, 4);
    Sample b = Sample.of(5, 6, 7, 8);

    // t = 4 / sqrt(2 * (5/3) / 4) = 4.38, df = 6
    assertThat(a.welchP(b)).isCloseTo(StudentT.twoSidedP(4.3818, 6), within(1e-5));
    assertThat(a.welchP(b)).isCloseTo(0.0047, within(0.0002));
    assertThat(a.welchP(Sample.of(3))).isNaN();
  }

  @Property
  void theMeanIsBetweenItsEnds(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 0, max = 1e12) Double> values) {
    double[] array = values.stream().mapToDouble(d -> d).toArray();
    Sample s = Sample.of(array);

    double low = values.stream().mapToDouble(d -> d).min().orElseThrow();
    double high = values.stream().mapToDouble(d -> d).max().orElseThrow();
    assertThat(s.mean()).isBetween(low - 1e-3, high + 1e-3);
    assertThat(s.variance()).isNotNegative();
  }

  @Property
  void correctionKeepsTheOrderAndNeverLowersAProbability(
      @ForAll @Size(max = 40) List<@DoubleRange(min = 0, max = 1) Double> list) {
    double[] p = list.stream().mapToDouble(d -> d).toArray();
    double[] q = Comparison.benjaminiHochberg(p);

    for (int i = 0; i < p.length; i++) {
      assertThat(q[i]).isBetween(p[i] - 1e-15, 1.0);
      for (int j = 0; j < p.length; j++) {
        if (p[i] < p[j]) {
          assertThat(q[i]).isLessThanOrEqualTo(q[j]);
        }
      }
    }
  }

  /** The example of Benjamini and Hochberg's paper (1995), section 3.2: four of fifteen stand. */
  @Test
  void correctionReproducesThePapersExample() {
    double[] p = {
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1.000
    };
    double[] q = Comparison.benjaminiHochberg(p);

    assertThat(java.util.Arrays.stream(q).filter(x -> x <= 0.05).count()).isEqualTo(4);
  }

  @Test
  void rowsThatCannotBeTestedStayOutOfTheCorrection() {
    double[] q = Comparison.benjaminiHochberg(new double[] {Double.NaN, 0.01, 0.04});

    assertThat(q[0]).isNaN();
    assertThat(q[1]).isCloseTo(0.02, within(1e-12));
    assertThat(q[2]).isCloseTo(0.04, within(1e-12));
  }

  @Test
  void regressionsComeFirstAndAreProved() {
    var base = List.of(run(100, 50, 30), run(102, 51, 30.5), run(98, 49, 29.5));
    var head = List.of(run(130, 80, 20), run(131, 81, 20.5), run(129, 79, 19.5));

    Comparison c = Comparison.of(base, head, 0.05);

    assertThat(c.total().verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(c.rows().getFirst().name()).isEqualTo("slow");
    assertThat(c.rows().getFirst().verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(c.rows().getLast().verdict()).isEqualTo(Verdict.IMPROVED);
    assertThat(c.regressions(0.1, 0.01)).extracting(Difference::name).containsExactly("slow");
    assertThat(c.regressions(0.7, 0.01)).isEmpty();
  }

  @Test
  void noiseIsNotARegression() {
    var base = List.of(run(100, 50, 30), run(120, 70, 30), run(80, 30, 30));
    var head = List.of(run(110, 60, 30), run(130, 80, 30), run(90, 40, 30));

    Comparison c = Comparison.of(base, head, 0.05);

    assertThat(c.rows()).extracting(Difference::verdict).containsOnly(Verdict.UNCHANGED);
    assertThat(c.regressions(0.1, 0.01)).isEmpty();
  }

  @Test
  void singleRunsAreComparedButUnproven() {
    Comparison c = Comparison.of(List.of(run(100, 50, 30)), List.of(run(120, 70, 30)), 0.05);

    assertThat(c.rows().getFirst().verdict()).isEqualTo(Verdict.UNPROVEN);
    assertThat(c.regressions(0.1, 0.01)).hasSize(1);
  }

  @Test
  void methodsOfOneSideOnlyAreAddedOrRemoved() {
    Comparison c =
        Comparison.of(
            List.of(new Run(10, Map.of("old", 10.0))),
            List.of(new Run(12, Map.of("new", 12.0))),
            0.05);

    assertThat(c.rows())
        .extracting(Difference::name, Difference::verdict)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("new", Verdict.ADDED),
            org.assertj.core.groups.Tuple.tuple("old", Verdict.REMOVED));
    assertThat(c.rows().getFirst().relative()).isInfinite();
  }

  @Property
  void equalRunsNeverDiffer(@ForAll @IntRange(min = 1, max = 5) int runs) {
    var side = java.util.Collections.nCopies(runs, run(100, 50, 30));

    assertThat(Comparison.of(side, side, 0.05).rows())
        .extracting(Difference::verdict)
        .containsOnly(Verdict.UNCHANGED);
  }

  private static Run run(double total, double slow, double fast) {
    return new Run(total, Map.of("slow", slow, "fast", fast));
  }
}
