package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Measured;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs by their versions, of which each is compared with the one before, within strata.
 *
 * @param numbers those of the runs of each version, in the order of versions
 */
record VersionGroups(List<FleetRun> runs, Map<String, List<Integer>> numbers) {
  private static final double CONFIDENCE = 0.95;

  static VersionGroups of(List<FleetRun> runs) {
    Map<String, List<Integer>> numbers = new TreeMap<>(Versions.ORDER);
    for (int i = 0; i < runs.size(); i++) {
      numbers.computeIfAbsent(runs.get(i).version(), _ -> new ArrayList<>()).add(i);
    }
    return new VersionGroups(runs, numbers);
  }

  /**
   * Each version beside the one before, corrected for their number. Runs without a version are of
   * any, and not compared.
   */
  Map<String, Difference> changes(long[] times, long[] calls, Criteria criteria) {
    List<Measured> measured = new ArrayList<>();
    List<Integer> before = List.of();
    for (Map.Entry<String, List<Integer>> each : numbers.entrySet()) {
      if (each.getKey().isEmpty()) {
        continue;
      }
      List<FleetRun> base = before.stream().map(runs::get).toList();
      List<FleetRun> head = each.getValue().stream().map(runs::get).toList();
      Regressions.Pair pair = Regressions.Pair.of(base, head);
      if (!pair.base.isEmpty()) {
        int[] all = pair.all().stream().mapToInt(runs::indexOf).toArray();
        measured.add(
            pair.measured(
                each.getKey(),
                Arrays.stream(all).mapToLong(i -> times[i]).toArray(),
                Arrays.stream(all).mapToLong(i -> calls[i]).toArray()));
      }
      before = each.getValue();
    }
    Map<String, Difference> changes = new TreeMap<>();
    Comparison.family(measured, criteria, 0).forEach(d -> changes.put(d.name(), d));
    return changes;
  }

  /** The times of a version's runs, in their order. */
  static double[] sorted(List<Integer> numbers, long[] times) {
    return numbers.stream().mapToDouble(i -> times[i]).sorted().toArray();
  }

  /** The time of a run that a share of the runs does not exceed. */
  static long percentile(double[] sorted, double share) {
    return (long) sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  /** The uncertainty of the mean; null if there is only one. */
  static @Nullable Double halfWidth(Sample sample) {
    return sample.runs() < 2 ? null : sample.halfWidth(CONFIDENCE);
  }

  /** The columns of {@link #words}. */
  static List<Column> columns() {
    return List.of(share("change"), decimal("p", "p"), Column.text("verdict"));
  }

  /** How much a version differs from the one before, and what that proves. */
  static List<@Nullable Object> words(@Nullable Difference change) {
    List<@Nullable Object> words = new ArrayList<>();
    if (change == null) {
      words.addAll(Collections.nCopies(columns().size(), null));
      return words;
    }
    words.add(Double.isInfinite(change.relative()) ? null : change.relative());
    words.add(Double.isNaN(change.p()) ? null : change.p());
    words.add(change.verdict().name().toLowerCase(Locale.ROOT));
    return words;
  }

  static Column share(String key) {
    return new Column(key, key, "", Form.SHARE, false, "");
  }

  static Column decimal(String key, String heading) {
    return new Column(key, heading, "", Form.DECIMAL, false, "");
  }
}
