package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.trace.analysis.Comparison.Figure;
import dev.dexscope.trace.analysis.Comparison.Run;
import dev.dexscope.trace.analysis.Difference.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  /** Student's test on the logarithms 0, 1, 2 and 4, 5, 6: t = 4 / sqrt(2/3), four degrees. */
  @Test
  void timesAreTestedOnLogarithms() {
    Shift shift = shift(powersOfE(20, 21, 22), powersOfE(24, 25, 26));

    assertThat(shift.p()).isCloseTo(StudentT.twoSidedP(4 / Math.sqrt(2.0 / 3), 4), within(1e-5));
    assertThat(shift.end(-1, 0.95)).isCloseTo(Math.exp(4 - 2.776 * 0.8165), within(0.01));
    assertThat(shift.end(1, 0.95)).isCloseTo(Math.exp(4 + 2.776 * 0.8165), within(1.0));
  }

  @Test
  void oneRunAgainstOneSaysNothing() {
    Shift shift = shift(new double[] {1e6}, new double[] {9e6});

    assertThat(shift.p()).isNaN();
    assertThat(shift.isWithin(100, 0.05)).isFalse();
    assertThat(shift.end(-1, 0.95)).isZero();
    assertThat(shift.end(1, 0.95)).isInfinite();
  }

  @Test
  void oneRunAgainstSeveralHasTheirSpread() {
    Shift shift = shift(new double[] {9e6}, new double[] {1e6, 1.1e6, 0.9e6, 1.05e6});

    assertThat(shift.freedom()).isEqualTo(3);
    assertThat(shift.p()).isLessThan(0.001);
  }

  /** A noisy side of few runs must not borrow the other's quiet. */
  @Test
  void sidesOfDifferentSizeMayHaveDifferentSpreads() {
    double[] quiet = {1e8, 1.001e8, 0.999e8, 1e8, 1.001e8, 0.999e8, 1e8, 1.001e8, 0.999e8, 1e8};
    double[] noisy = {1.05e8, 1.3e8, 1.6e8};

    assertThat(shift(quiet, noisy).p()).isGreaterThan(0.05);
  }

  /** Times of one and of two microseconds, the resolution of most traces, are not a proof. */
  @Test
  void roundingIsNoise() {
    double[] one = {1000, 1000, 1000};
    double[] two = {2000, 2000, 2000};

    assertThat(shift(one, two).p()).isGreaterThan(0.01);
  }

  private static double[] powersOfE(double... logs) {
    return java.util.Arrays.stream(logs).map(Math::exp).toArray();
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
  void threeRunsProveAThirteenfoldSlowdown() {
    Comparison c =
        Comparison.of(
            List.of(whole(11.0), whole(9.7), whole(6.6)),
            List.of(whole(157), whole(109), whole(101)),
            Criteria.USUAL);

    assertThat(c.total().verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(c.total().p()).isLessThan(0.001);
    assertThat(c.total().least(0.95)).isGreaterThan(5);
    assertThat(c.regressions()).extracting(Difference::name).contains("total", "slow");
  }

  @Test
  void manyRowsThatTakeNothingDoNotDrownTheOthers() {
    Map<String, Figure> small = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      small.put("small" + i, new Figure(1e3, 1));
    }
    Comparison c =
        Comparison.of(
            List.of(with(small, 11.0), with(small, 9.7), with(small, 6.6)),
            List.of(with(small, 157), with(small, 109), with(small, 101)),
            Criteria.USUAL);

    assertThat(c.rows().getFirst().name()).isEqualTo("slow");
    assertThat(c.rows().getFirst().verdict()).isEqualTo(Verdict.REGRESSED);
  }

  private static Run with(Map<String, Figure> rows, double millis) {
    Map<String, Figure> all = new HashMap<>(rows);
    all.put("slow", new Figure(millis * 1e6, 1));
    return new Run(new Figure(millis * 1e6 + 5e6, 5001), Map.of(), all);
  }

  @Test
  void regressionsComeFirstAndAreProved() {
    var base = List.of(run(100, 50, 30), run(102, 51, 30.5), run(98, 49, 29.5));
    var head = List.of(run(130, 80, 20), run(131, 81, 20.5), run(129, 79, 19.5));

    Comparison c = Comparison.of(base, head, Criteria.USUAL);

    assertThat(c.total().verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(c.rows().getFirst().name()).isEqualTo("slow");
    assertThat(c.rows().getFirst().verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(c.rows().getLast().verdict()).isEqualTo(Verdict.IMPROVED);
    assertThat(c.regressions()).extracting(Difference::name).containsExactly("total", "slow");
    assertThat(Comparison.of(base, head, new Criteria(0.05, 0.7, 0.01)).regressions()).isEmpty();
  }

  @Test
  void noiseIsUnprovenAndEqualityIsUnchanged() {
    var base = List.of(run(100, 50, 30), run(120, 70, 30), run(80, 30, 30));
    var head = List.of(run(110, 60, 30), run(130, 80, 30), run(90, 40, 30));

    Comparison c = Comparison.of(base, head, Criteria.USUAL);

    assertThat(c.total().verdict()).isEqualTo(Verdict.UNPROVEN);
    assertThat(verdictOf(c, "slow")).isEqualTo(Verdict.UNPROVEN);
    assertThat(verdictOf(c, "fast")).isEqualTo(Verdict.UNCHANGED);
    assertThat(c.regressions()).isEmpty();
    assertThat(c.unproven()).extracting(Difference::name).contains("slow");
  }

  private static Verdict verdictOf(Comparison c, String name) {
    return c.rows().stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow().verdict();
  }

  @Test
  void singleRunsAreComparedButUnproven() {
    Comparison c =
        Comparison.of(List.of(run(100, 50, 30)), List.of(run(120, 70, 30)), Criteria.USUAL);

    assertThat(c.isProvable()).isFalse();
    assertThat(c.rows()).extracting(Difference::verdict).containsOnly(Verdict.UNPROVEN);
    assertThat(c.regressions()).isEmpty();
    assertThat(c.unproven()).extracting(Difference::name).containsExactly("total", "slow");
  }

  @Test
  void callsAreComparedExactlyAlsoInOneRun() {
    Comparison c =
        Comparison.of(
            List.of(new Run(calls(110), Map.of(), Map.of("a", calls(100), "b", calls(10)))),
            List.of(new Run(calls(112), Map.of(), Map.of("a", calls(100), "b", calls(12)))),
            Criteria.USUAL);

    assertThat(c.calledMore(0)).extracting(Difference::name).containsExactly("total", "b");
    assertThat(c.calledMore(0.2)).extracting(Difference::name).containsExactly("b");
    assertThat(c.calledMore(0.3)).isEmpty();
  }

  @Test
  void callsThatDifferFromRunToRunGrowWhenNoRunOverlaps() {
    assertThat(new CallCounts(10, 14, 12, 20).growth()).isZero();
    assertThat(new CallCounts(10, 14, 21, 30).growth()).isEqualTo(0.5);
    assertThat(new CallCounts(0, 0, 1, 1).growth()).isInfinite();
    assertThat(new CallCounts(5, 5, 5, 5).isSame()).isTrue();
  }

  private static Figure calls(long calls) {
    return new Figure(1e6, calls);
  }

  /** Of 252 ways to distribute five runs that have it over ten, two are as far from even. */
  @Test
  void methodsOfOneSideOnlyAreNewOrGone() {
    Comparison c =
        Comparison.of(
            Collections.nCopies(5, whole(10, "old")),
            Collections.nCopies(5, whole(12, "new")),
            Criteria.USUAL);

    assertThat(c.rows())
        .extracting(Difference::name, Difference::verdict)
        .containsExactly(tuple("new", Verdict.REGRESSED), tuple("old", Verdict.IMPROVED));
    assertThat(c.rows().getFirst().relative()).isInfinite();
    assertThat(c.rows().getFirst().presence().p()).isCloseTo(2.0 / 252, within(1e-12));
    assertThat(c.rows().getFirst().shift().isTestable()).isFalse();
  }

  /** One pattern in ten of a method that is in half of the runs, for no reason. */
  @Test
  void threeRunsDoNotProveThatAMethodIsNew() {
    Comparison c =
        Comparison.of(
            Collections.nCopies(3, whole(10, "old")),
            Collections.nCopies(3, whole(10, "new")),
            Criteria.USUAL);

    assertThat(c.rows()).extracting(Difference::verdict).containsOnly(Verdict.UNPROVEN);
  }

  /** Times whose calibration took away more than there was are not zero: they are not known. */
  @Test
  void whatIsNoMoreThanItsErrorIsUnknown() {
    List<Run> clamped = Collections.nCopies(5, estimated(0, 2));
    List<Run> kept = Collections.nCopies(5, estimated(9, 5));

    Comparison c = Comparison.of(clamped, kept, Criteria.USUAL);

    assertThat(verdictOf(c, "short")).isEqualTo(Verdict.UNKNOWN);
    assertThat(c.regressions()).isEmpty();
    assertThat(c.unproven()).isEmpty();
  }

  /** Equal times do not mean that the figure is known better than its error. */
  @Test
  void theErrorOfEstimatedTimesIsInTheInterval() {
    Comparison c =
        Comparison.of(
            Collections.nCopies(3, estimated(10, 2)),
            Collections.nCopies(3, estimated(11, 2)),
            Criteria.USUAL);

    assertThat(verdictOf(c, "short")).isEqualTo(Verdict.UNPROVEN);
    Difference row = c.rows().getFirst();
    assertThat(row.relative()).isBetween(row.least(0.95), row.most(0.95));
    assertThat(row.most(0.95) - row.least(0.95)).isGreaterThan(0.5);
    assertThat(row.detectable()).isGreaterThan(0.5);
  }

  private static Run estimated(double millis, double error) {
    return new Run(
        new Figure(1e8, 2), Map.of(), Map.of("short", new Figure(millis * 1e6, 1000, error * 1e6)));
  }

  /** Methods that are in part of the runs: one of them is faster where it is. */
  @Test
  void presenceAndSizeAreTwoQuestions() {
    var random = new Random(5);
    List<Run> base = new ArrayList<>();
    List<Run> head = new ArrayList<>();
    for (int run = 0; run < 500; run++) {
      base.add(partly(random, 1));
      head.add(partly(random, 0.7));
    }

    Comparison c = Comparison.of(base, head, Criteria.USUAL);

    assertThat(verdictOf(c, "faster")).isEqualTo(Verdict.IMPROVED);
    assertThat(c.rows())
        .filteredOn(d -> d.verdict() != Verdict.UNCHANGED && d.verdict() != Verdict.UNPROVEN)
        .hasSize(1);
    assertThat(c.rows())
        .allSatisfy(d -> assertThat(d.relative()).isBetween(d.least(0.95), d.most(0.95)));
    Difference faster = c.rows().getLast();
    assertThat(faster.relative()).isCloseTo(-0.3, within(0.1));
  }

  private static Run partly(Random random, double factor) {
    Map<String, Figure> rows = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      if (random.nextBoolean()) {
        double time = 2e6 * Math.exp(0.1 * random.nextGaussian());
        rows.put(i == 0 ? "faster" : "m" + i, new Figure(i == 0 ? factor * time : time, 1));
      }
    }
    return new Run(new Figure(5e7, 40), Map.of(), rows);
  }

  @Test
  void whatTakesLessThanTheShareIsNotTested() {
    Comparison c =
        Comparison.of(
            Collections.nCopies(3, share(0.1)), Collections.nCopies(3, share(0.9)), Criteria.USUAL);

    assertThat(c.rows().getFirst().p()).isNaN();
    assertThat(c.rows().getFirst().verdict()).isEqualTo(Verdict.UNPROVEN);
  }

  private static Run share(double millis) {
    return new Run(new Figure(1e8, 2), Map.of(), Map.of("small", new Figure(millis * 1e6, 1)));
  }

  @Property
  void equalRunsNeverDiffer(@ForAll @IntRange(min = 2, max = 5) int runs) {
    var side = Collections.nCopies(runs, run(100, 50, 30));

    assertThat(Comparison.of(side, side, Criteria.USUAL).rows())
        .extracting(Difference::verdict)
        .containsOnly(Verdict.UNCHANGED);
  }

  private static Run run(double total, double slow, double fast) {
    return new Run(
        new Figure(total * 1e6, 2),
        Map.of(),
        Map.of("slow", new Figure(slow * 1e6, 1), "fast", new Figure(fast * 1e6, 1)));
  }

  private static Run whole(double millis) {
    return whole(millis, "slow");
  }

  private static Run whole(double millis, String name) {
    Figure all = new Figure(millis * 1e6, 1);
    return new Run(all, Map.of(), Map.of(name, all));
  }

  private static Shift shift(double[] base, double[] head) {
    return shift(base, head, Strata.none(base.length, head.length));
  }

  private static Shift shift(double[] base, double[] head, Strata strata) {
    return Measured.of("run", base, head, new CallCounts(1, 1, 1, 1), strata).size();
  }

  /** Each stratum's difference is 1; the four variances within are 2, 2, 2 and 8. */
  @Test
  void strataAreComparedWithinThemselves() {
    var strata =
        Strata.of(
            List.of("slow", "quick", "slow", "quick"), List.of("slow", "slow", "quick", "quick"));
    double[] base = powersOfE(30, 20, 32, 22);
    double[] head = powersOfE(31, 33, 20, 24);

    Shift shift = shift(base, head, strata);

    assertThat(shift.logs()).isCloseTo(1, within(1e-6));
    assertThat(shift.freedom()).isEqualTo(4);
    // The mean variance is (2 + 2 + 2 + 8) / 4; each stratum weighs 2 * 2 / (2 + 2).
    assertThat(shift.error()).isCloseTo(Math.sqrt(3.5 / 2), within(1e-6));
  }

  @Test
  void anotherMixtureOfDevicesIsNoChange() {
    List<String> before = List.of("slow", "quick", "quick", "quick", "quick", "slow");
    List<String> after = List.of("slow", "slow", "slow", "slow", "quick", "quick");
    double[] base = {9.0e6, 1.0e6, 1.1e6, 0.9e6, 1.0e6, 9.1e6};
    double[] head = {9.1e6, 9.0e6, 8.9e6, 9.2e6, 1.0e6, 1.0e6};
    var calls = new CallCounts(1, 1, 1, 1);

    Measured measured = Measured.of("run", base, head, calls, Strata.of(before, after));

    assertThat(measured.size().p()).isGreaterThan(0.5);
    assertThat(measured.head().mean() / measured.base().mean()).isCloseTo(1, within(0.03));
    assertThat(shift(base, head).logs()).isGreaterThan(0.5);
  }

  @Test
  void aStratumOfOneSideIsRefused() {
    assertThatThrownBy(() -> Strata.of(List.of("a", "b"), List.of("a")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
