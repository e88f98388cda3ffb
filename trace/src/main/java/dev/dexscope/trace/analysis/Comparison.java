package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.Difference.Verdict;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Two sets of runs side by side. Times are compared on logarithms ({@link Shift}) where there are
 * any ({@link Presence}), calls exactly ({@link CallCounts}).
 *
 * <p>The whole, the threads, and the rows that take a share of the time that matters are a level
 * each, corrected for the number of its own tests and of the levels. So thousands of methods do not
 * hide a change of the whole, and a comparison of equal runs claims a change as rarely as the
 * criteria say. Rows that take less are not tested: they may be proven unchanged only. The
 * correction is Benjamini and Hochberg's (1995): of the reported changes, at most the level's share
 * is expected to be noise.
 *
 * <pre>{@code
 * Comparison c = Comparison.of(before, after, Criteria.USUAL);
 * c.total().relative();      // the whole: 0.07 is 7 % slower
 * c.rows().getFirst();       // the row that cost the most
 * }</pre>
 *
 * @param criteria the criteria of a change
 * @param isProvable whether a side has more than one run; one run on each side cannot prove a
 *     change
 * @param total the whole
 * @param threads the threads, highest increase first; empty if the rows are threads
 * @param rows highest increase first, highest decrease last
 */
public record Comparison(
    Criteria criteria,
    boolean isProvable,
    Difference total,
    List<Difference> threads,
    List<Difference> rows) {

  /**
   * A time in nanoseconds, and how often it was called.
   *
   * @param error the standard error of a time that was estimated; 0 if it was measured
   */
  public record Figure(double time, long calls, double error) {
    static final Figure NONE = new Figure(0, 0);

    /** A time that was measured. */
    public Figure(double time, long calls) {
      this(time, calls, 0);
    }

    Figure plus(Figure other) {
      return new Figure(time + other.time, calls + other.calls, Math.hypot(error, other.error));
    }

    Figure without(long some) {
      return new Figure(time, calls - some, error);
    }
  }

  /**
   * One run's figures by name.
   *
   * @param total the whole run's
   * @param threads each thread's; those of one name together
   * @param rows each method's, class's, package's or thread's
   */
  public record Run(Figure total, Map<String, Figure> threads, Map<String, Figure> rows) {
    /**
     * The figures of a view.
     *
     * @param inclusive whether to take inclusive times instead of exclusive ones
     */
    public static Run of(View view, Grouping by, Timing timing, boolean inclusive) {
      Map<String, Figure> threads = byName(view, Grouping.THREAD, timing, true);
      long calls = threads.values().stream().mapToLong(Figure::calls).sum();
      return new Run(
          new Figure(view.total(timing), calls),
          by == Grouping.THREAD ? Map.of() : threads,
          byName(view, by, timing, inclusive));
    }

    private static Map<String, Figure> byName(
        View view, Grouping by, Timing timing, boolean inclusive) {
      Map<String, Long> sampled =
          view.trace().info().hasPlatformSamples() ? sampledCalls(view, by) : Map.of();
      Map<String, Figure> byName = new HashMap<>();
      for (Cost cost : FlatProfile.of(view, by)) {
        long time = inclusive ? cost.inclusive(timing) : cost.exclusive(timing);
        byName.merge(cost.name(), new Figure(time, cost.calls(), cost.error()), Figure::plus);
      }
      // How often samples saw a method is no count of its calls, and differs from run to run.
      sampled.forEach(
          (name, calls) -> byName.computeIfPresent(name, (_, all) -> all.without(calls)));
      return byName;
    }

    private static Map<String, Long> sampledCalls(View view, Grouping by) {
      Map<String, Long> calls = new HashMap<>();
      for (View.Part part : view.threads()) {
        CallTree tree = part.tree();
        for (int node = 1; node < tree.size(); node++) {
          Method method = view.methods().get(tree.method(node));
          if (method.isSampled()) {
            String name = by == Grouping.THREAD ? part.thread().name() : by.nameOf(method);
            calls.merge(name, tree.calls(node), Long::sum);
          }
        }
      }
      return calls;
    }
  }

  public Comparison {
    threads = List.copyOf(threads);
    rows = List.copyOf(rows);
  }

  /** Compares each name that either side has. */
  public static Comparison of(List<Run> base, List<Run> head, Criteria criteria) {
    if (base.isEmpty() || head.isEmpty()) {
      throw new IllegalArgumentException("both sides need a run");
    }
    Strata strata = Strata.none(base.size(), head.size());
    return of(
        measured("total", base, head, Run::total, strata),
        measured(base, head, Run::threads, strata),
        measured(base, head, Run::rows, strata),
        criteria);
  }

  /**
   * Compares what was measured of the whole, the threads and the rows in the same runs.
   *
   * @param threads may be empty
   */
  public static Comparison of(
      Measured whole, List<Measured> threads, List<Measured> rows, Criteria criteria) {
    double smallest = criteria.share() * whole.largest();
    // A single thread is the whole.
    int levels = 1 + (threads.size() > 1 ? 1 : 0) + (rows.isEmpty() ? 0 : 1);
    return new Comparison(
        criteria,
        whole.change().isTestable(),
        whole.answered(Math.min(1, levels * whole.p()), levels, criteria, smallest),
        family(threads, levels, criteria, smallest),
        family(rows, levels, criteria, smallest));
  }

  private static List<Measured> measured(
      List<Run> base, List<Run> head, Function<Run, Map<String, Figure>> table, Strata strata) {
    Set<String> names = new LinkedHashSet<>();
    base.forEach(run -> names.addAll(table.apply(run).keySet()));
    head.forEach(run -> names.addAll(table.apply(run).keySet()));
    List<Measured> all = new ArrayList<>();
    for (String name : names) {
      all.add(
          measured(
              name, base, head, run -> table.apply(run).getOrDefault(name, Figure.NONE), strata));
    }
    return all;
  }

  private static Measured measured(
      String name, List<Run> base, List<Run> head, Function<Run, Figure> figure, Strata strata) {
    List<Figure> before = base.stream().map(figure).toList();
    List<Figure> after = head.stream().map(figure).toList();
    return Measured.of(
        name, times(before), times(after), CallCounts.of(before, after, Figure::calls), strata);
  }

  private static Times times(List<Figure> figures) {
    return Times.of(
        figures.stream().mapToDouble(Figure::time).toArray(),
        figures.stream().mapToDouble(Figure::error).toArray());
  }

  /**
   * Judges what was measured, corrected for its number; the highest increase first.
   *
   * @param smallest times below it, in nanoseconds, are not tested
   */
  public static List<Difference> family(List<Measured> all, Criteria criteria, double smallest) {
    return family(all, 1, criteria, smallest);
  }

  private static List<Difference> family(
      List<Measured> all, int levels, Criteria criteria, double smallest) {
    double[] chances =
        all.stream()
            .mapToDouble(each -> each.largest() >= smallest ? levels * each.p() : Double.NaN)
            .toArray();
    double[] p = benjaminiHochberg(chances);
    int tests = levels * (int) Arrays.stream(chances).filter(each -> !Double.isNaN(each)).count();
    List<Difference> answers = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      answers.add(all.get(i).answered(p[i], Math.max(1, tests), criteria, smallest));
    }
    answers.sort(
        Comparator.comparingDouble(Difference::delta).reversed().thenComparing(Difference::name));
    return answers;
  }

  /** Returns the relevant differences that are slower by the margin or more, beyond chance. */
  public List<Difference> regressions() {
    return above(Verdict.REGRESSED);
  }

  /**
   * Returns the relevant differences that seem slower by the margin or more, but may be due to
   * chance.
   */
  public List<Difference> unproven() {
    return above(Verdict.UNPROVEN);
  }

  private List<Difference> above(Verdict verdict) {
    double floor = total.head().mean() * criteria.share();
    return all()
        .filter(d -> d.verdict() == verdict)
        .filter(d -> d.delta() > 0 && d.relative() >= criteria.margin())
        .filter(d -> d.head().mean() >= floor)
        .toList();
  }

  /**
   * Returns the methods that every run after called more often than every run before.
   *
   * @param fraction the minimum increase: 0.1 for 10 %
   */
  public List<Difference> calledMore(double fraction) {
    double floor = total.calls().headMost() * criteria.share();
    return all()
        .filter(d -> d.calls().growth() > 0 && d.calls().growth() >= fraction)
        .filter(d -> d.calls().headLeast() >= floor)
        .toList();
  }

  private Stream<Difference> all() {
    return Stream.of(Stream.of(total), threads.stream(), rows.stream()).flatMap(each -> each);
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
}
