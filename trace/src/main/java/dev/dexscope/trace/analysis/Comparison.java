package dev.dexscope.trace.analysis;

import dev.dexscope.trace.analysis.Difference.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two sets of runs side by side. Each row is tested by Welch's t-test, and since a trace has
 * thousands of methods the probabilities are corrected for that by Benjamini and Hochberg's
 * procedure: of the rows called changed, at most the level's share is expected to be noise.
 *
 * <pre>{@code
 * Comparison c = Comparison.of(List.of(before1, before2), List.of(after1, after2), 0.05);
 * c.total().relative();      // the whole: 0.07 is 7 % slower
 * c.rows().getFirst();       // the worst regression
 * }</pre>
 *
 * @param total the whole of each run
 * @param rows regressions first, by what they cost; improvements last
 */
public record Comparison(Difference total, List<Difference> rows) {

  /**
   * One run's figures by name.
   *
   * @param total the whole run's
   * @param byName each method's, class's, package's or thread's
   */
  public record Run(double total, Map<String, Double> byName) {
    /**
     * The figures of a view.
     *
     * @param inclusive whether to take inclusive times instead of exclusive ones
     */
    public static Run of(View view, Grouping by, Timing timing, boolean inclusive) {
      Map<String, Double> byName = new HashMap<>();
      for (Cost cost : FlatProfile.of(view, by)) {
        long time = inclusive ? cost.inclusive(timing) : cost.exclusive(timing);
        byName.merge(cost.name(), (double) time, Double::sum);
      }
      return new Run(view.total(timing), byName);
    }
  }

  public Comparison {
    rows = List.copyOf(rows);
  }

  /**
   * Compares each name that either side has.
   *
   * @param level how often chance may be mistaken for a change: 0.05
   */
  public static Comparison of(List<Run> base, List<Run> head, double level) {
    if (base.isEmpty() || head.isEmpty()) {
      throw new IllegalArgumentException("both sides need a run");
    }
    Set<String> names = new LinkedHashSet<>();
    base.forEach(run -> names.addAll(run.byName().keySet()));
    head.forEach(run -> names.addAll(run.byName().keySet()));

    List<Sample> before = new ArrayList<>();
    List<Sample> after = new ArrayList<>();
    double[] p = new double[names.size()];
    int row = 0;
    for (String name : names) {
      before.add(sample(base, name));
      after.add(sample(head, name));
      p[row] = before.get(row).welchP(after.get(row));
      row++;
    }
    double[] corrected = benjaminiHochberg(p);

    List<Difference> rows = new ArrayList<>();
    row = 0;
    for (String name : names) {
      Sample b = before.get(row);
      Sample h = after.get(row);
      Verdict verdict =
          present(head, name)
              ? present(base, name) ? verdict(b, h, corrected[row], level) : Verdict.ADDED
              : Verdict.REMOVED;
      rows.add(new Difference(name, b, h, corrected[row], verdict));
      row++;
    }
    rows.sort(Comparator.comparingDouble(Difference::delta).reversed());
    return new Comparison(total(base, head, level), rows);
  }

  private static Difference total(List<Run> base, List<Run> head, double level) {
    Sample b = Sample.of(base.stream().mapToDouble(Run::total).toArray());
    Sample h = Sample.of(head.stream().mapToDouble(Run::total).toArray());
    double p = b.welchP(h);
    return new Difference("total", b, h, p, verdict(b, h, p, level));
  }

  private static Sample sample(List<Run> runs, String name) {
    return Sample.of(
        runs.stream().mapToDouble(run -> run.byName().getOrDefault(name, 0.0)).toArray());
  }

  private static boolean present(List<Run> runs, String name) {
    return runs.stream().anyMatch(run -> run.byName().containsKey(name));
  }

  private static Verdict verdict(Sample base, Sample head, double p, double level) {
    if (base.mean() == head.mean()) {
      return Verdict.UNCHANGED;
    }
    if (Double.isNaN(p)) {
      return Verdict.UNPROVEN;
    }
    if (p > level) {
      return Verdict.UNCHANGED;
    }
    return head.mean() > base.mean() ? Verdict.REGRESSED : Verdict.IMPROVED;
  }

  /** The smallest false discovery rate at which each test counts. Untestable rows stay NaN. */
  static double[] benjaminiHochberg(double[] p) {
    Integer[] order = new Integer[p.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Collections.reverseOrder(Comparator.comparingDouble(i -> p[i])));
    int untestable = (int) Arrays.stream(p).filter(Double::isNaN).count();
    int tests = p.length - untestable;
    double[] corrected = p.clone();
    double smallest = 1;
    // Double.compare puts NaN above all numbers, so those come first in this order.
    for (int i = untestable; i < p.length; i++) {
      int rank = tests - (i - untestable);
      smallest = Math.min(smallest, p[order[i]] * tests / rank);
      corrected[order[i]] = smallest;
    }
    return corrected;
  }

  /** The regressions, before them the whole when it regressed; see {@link #regressions}. */
  public List<Difference> regressionsWithTotal(double fraction, double share) {
    List<Difference> all = new ArrayList<>();
    if (total.delta() > 0 && total.relative() >= fraction && total.verdict() != Verdict.UNCHANGED) {
      all.add(total);
    }
    all.addAll(regressions(fraction, share));
    return all;
  }

  /**
   * The rows that a build should fail on: slower by at least the given fraction, not explained by
   * chance where that can be tested, and large enough to matter.
   *
   * @param fraction 0.1 for 10 %
   * @param share rows below this share of the head's total are noise: 0.01 for 1 %
   */
  public List<Difference> regressions(double fraction, double share) {
    double floor = total.head().mean() * share;
    return rows.stream()
        .filter(d -> d.verdict() != Verdict.UNCHANGED && d.verdict() != Verdict.IMPROVED)
        .filter(d -> d.delta() > 0 && d.relative() >= fraction && d.head().mean() >= floor)
        .toList();
  }
}
