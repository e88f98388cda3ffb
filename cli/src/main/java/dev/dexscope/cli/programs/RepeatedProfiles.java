package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The profiles of a program's runs, in one process or in several: their means, and how exact they
 * are.
 */
final class RepeatedProfiles {
  private static final double CONFIDENCE = 0.95;

  /** Of two the spread is little more than a guess. */
  static final int LEAST = 3;

  /** The rows whose error counts. */
  private static final int HOTTEST = 3;

  private final Terminal terminal;
  private final ProfileTables tables;
  private final List<Measured> all = new ArrayList<>();

  RepeatedProfiles(Terminal terminal, ProfileTables tables) {
    this.terminal = terminal;
    this.tables = tables;
  }

  /** A run with its costs. */
  private record Measured(View view, RepeatedCost.Run costs) {
    static Measured of(Trace trace) {
      View view = View.of(trace, Filter.ALL);
      return new Measured(view, ProfileTables.run(view));
    }

    /** The work of all threads. */
    long total() {
      return view.total(costs.measure().timing());
    }
  }

  void add(Trace trace) {
    all.add(Measured.of(trace));
  }

  int size() {
    return all.size();
  }

  /** Returns the one that stands for all. */
  Trace median() {
    return all.stream()
        .sorted(Comparator.comparingLong(Measured::total))
        .toList()
        .get(all.size() / 2)
        .view()
        .trace();
  }

  /**
   * Returns whether the error is no more than a part of the whole time.
   *
   * @param wanted the part; negative if no error suffices
   */
  boolean isKnownTo(double wanted) {
    return wanted > 0 && error() <= wanted;
  }

  /**
   * Returns the largest error of the whole time and the hottest methods, as a part of the whole;
   * infinite for too few.
   */
  double error() {
    if (all.size() < LEAST) {
      return Double.POSITIVE_INFINITY;
    }
    var total = Sample.of(all.stream().mapToDouble(Measured::total).toArray());
    double largest =
        Stream.concat(
                Stream.of(total),
                RepeatedCost.of(all.stream().map(Measured::costs).toList()).stream()
                    .limit(HOTTEST)
                    .map(RepeatedCost::exclusive))
            .mapToDouble(each -> each.halfWidth(CONFIDENCE))
            .max()
            .orElse(0);
    return largest == 0 ? 0 : largest / total.mean();
  }

  /** Prints the means of several runs, with their spread. */
  void print() {
    var total = Sample.of(all.stream().mapToDouble(Measured::total).toArray());
    String spread =
        total.runs() < 2
            ? ""
            : String.format(
                Locale.ROOT,
                " +- %.3f ms (95 %%), deviation of one %.3f ms",
                total.halfWidth(CONFIDENCE) / 1e6,
                total.deviation() / 1e6);
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "%d %s, %s of all threads: mean %.3f ms%s%n%n",
            total.runs(),
            total.runs() == 1 ? "run" : "runs",
            all.getFirst().costs().measure().words(),
            total.mean() / 1e6,
            spread);
    tables.print(all.stream().map(Measured::costs).toList());
  }
}
