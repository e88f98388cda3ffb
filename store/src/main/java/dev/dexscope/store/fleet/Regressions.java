package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.CallCounts;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Measured;
import dev.dexscope.trace.analysis.Strata;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * The runs of two versions, compared. The unit is the run, never the call: calls of one run share
 * its machine and its moment. Runs are compared within their stratum only. Methods below the share
 * that matters are not read: of thousands of runs they are most of the values.
 *
 * @param timing the time that is compared
 * @param base how many runs there are before
 * @param head how many after
 * @param strata in how many strata
 * @param alone how many runs have none of the other version in their stratum, and are left out
 * @param comparison the result
 */
public record Regressions(
    Timing timing, int base, int head, int strata, int alone, Comparison comparison) {
  /**
   * Compares two versions.
   *
   * @throws FleetException if one has no runs, or they have no stratum in common
   * @throws IOException if the database cannot be read
   */
  public static Regressions of(
      Fleet fleet, Selection selection, String from, String to, Criteria criteria)
      throws IOException {
    String versions = versions(from, to);
    Pair pair = pair(fleet, selection, from, to);
    Timing timing = FleetRun.timing(pair.all(), selection);
    Measured whole =
        pair.measured(
            "total",
            values(pair.all(), run -> run.time(timing)),
            values(pair.all(), FleetRun::calls));
    double smallest = criteria.share() * Math.max(whole.base().mean(), whole.head().mean());
    long millionths = (long) Math.floor(1e6 * criteria.share());
    String shared =
        millionths == 0
            ? versions
            : versions
                + " and "
                + FleetSql.shared(
                    selection, selection.column(timing), timing.key(), versions, millionths);
    LongFunction<String> names = MethodValues.names(fleet);
    List<Measured> rows = new ArrayList<>();
    MethodValues.each(
        fleet,
        selection,
        pair.all(),
        timing,
        shared,
        (method, times, calls) -> {
          Measured row = pair.measured(names.apply(method), times, calls);
          if (Math.max(row.base().mean(), row.head().mean()) >= smallest) {
            rows.add(row);
          }
        });
    return new Regressions(
        timing,
        pair.base.size(),
        pair.head.size(),
        pair.count,
        pair.alone,
        Comparison.of(whole, List.of(), rows, criteria));
  }

  /** The runs of two versions, in SQL. */
  static String versions(String from, String to) {
    return "version in (" + FleetSql.quoted(from) + ", " + FleetSql.quoted(to) + ")";
  }

  /**
   * The runs of two versions.
   *
   * @throws FleetException if one has no runs, or they have no stratum in common
   */
  static Pair pair(Fleet fleet, Selection selection, String from, String to) throws IOException {
    if (from.isEmpty() || to.isEmpty()) {
      throw FleetException.ofRuns("runs without a version are not compared", selection.facts());
    }
    List<FleetRun> all = FleetRun.of(fleet, selection, versions(from, to));
    List<FleetRun> base = all.stream().filter(run -> run.version().equals(from)).toList();
    List<FleetRun> head = all.stream().filter(run -> run.version().equals(to)).toList();
    if (base.isEmpty() || head.isEmpty()) {
      throw FleetException.ofRuns("no runs of version", base.isEmpty() ? from : to);
    }
    Pair pair = Pair.of(base, head);
    if (pair.base.isEmpty()) {
      throw FleetException.ofRuns(
          "no kind of run that both versions have by " + String.join(",", selection.by()),
          base.getFirst().stratum() + " and " + head.getFirst().stratum());
    }
    return pair;
  }

  static long[] values(List<FleetRun> runs, ToLongFunction<FleetRun> value) {
    return runs.stream().mapToLong(value).toArray();
  }

  /** The runs of two sides in the strata that both have. */
  static final class Pair {
    final List<FleetRun> base;
    final List<FleetRun> head;
    final int count;

    /** How many runs are left out. */
    final int alone;

    private final Strata strata;

    private Pair(List<FleetRun> base, List<FleetRun> head, int count, int alone) {
      this.base = base;
      this.head = head;
      this.count = count;
      this.alone = alone;
      this.strata =
          Strata.of(
              base.stream().map(FleetRun::stratum).toList(),
              head.stream().map(FleetRun::stratum).toList());
    }

    static Pair of(List<FleetRun> base, List<FleetRun> head) {
      Set<String> shared = new HashSet<>(base.stream().map(FleetRun::stratum).toList());
      shared.retainAll(head.stream().map(FleetRun::stratum).toList());
      List<FleetRun> before = base.stream().filter(run -> shared.contains(run.stratum())).toList();
      List<FleetRun> after = head.stream().filter(run -> shared.contains(run.stratum())).toList();
      int alone = base.size() + head.size() - before.size() - after.size();
      return new Pair(before, after, shared.size(), alone);
    }

    /** First those before, then those after. */
    List<FleetRun> all() {
      List<FleetRun> all = new ArrayList<>(base);
      all.addAll(head);
      return all;
    }

    Measured measured(String name, long[] times, long[] calls) {
      int before = base.size();
      return Measured.of(
          name,
          Arrays.stream(times, 0, before).asDoubleStream().toArray(),
          Arrays.stream(times, before, times.length).asDoubleStream().toArray(),
          new CallCounts(
              Arrays.stream(calls, 0, before).min().orElse(0),
              Arrays.stream(calls, 0, before).max().orElse(0),
              Arrays.stream(calls, before, calls.length).min().orElse(0),
              Arrays.stream(calls, before, calls.length).max().orElse(0)),
          strata);
    }
  }
}
