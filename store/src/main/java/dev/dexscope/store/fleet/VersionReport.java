package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Difference;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two versions compared, and what is shown of that: the methods that moved, and the time in all
 * versions, in the mixture of kinds of runs that is compared.
 *
 * @param moved proven changes first, then those that may be, by what they cost
 * @param runs the time of a run
 * @param methods those of the methods that moved, by their names
 */
public record VersionReport(
    List<Difference> moved, VersionHistory runs, Map<String, VersionHistory> methods) {
  public VersionReport {
    moved = List.copyOf(moved);
    methods = Map.copyOf(methods);
  }

  /**
   * Selects what is shown.
   *
   * @param found what {@link Regressions#of} has found between the versions
   * @param most how many methods of each end
   * @throws IOException if the database cannot be read
   */
  public static VersionReport of(
      Fleet fleet, Selection selection, String from, String to, Regressions found, int most)
      throws IOException {
    List<Difference> moved = moved(found, most);
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Mixture mixture = Mixture.of(runs, from, to);
    return new VersionReport(
        moved,
        VersionHistory.ofRuns(runs, found.timing(), mixture),
        VersionHistory.ofMethods(
            fleet,
            selection,
            runs,
            found.timing(),
            mixture,
            moved.stream().map(Difference::name).toList()));
  }

  private static List<Difference> moved(Regressions found, int most) {
    double margin = found.comparison().criteria().margin();
    List<Difference> all =
        found.comparison().rows().stream()
            .filter(each ->
                switch (each.verdict()) {
                  case REGRESSED, IMPROVED -> true;
                  case UNPROVEN -> Math.abs(each.relative()) >= margin;
                  case UNCHANGED, UNKNOWN -> false;
                })
            .sorted(
                Comparator.comparing(
                        (Difference each) -> each.verdict() == Difference.Verdict.UNPROVEN)
                    .thenComparing(Comparator.comparingDouble(Difference::delta).reversed()))
            .toList();
    if (all.size() <= 2L * most) {
      return all;
    }
    return Stream.concat(all.stream().limit(most), all.stream().skip(all.size() - most)).toList();
  }
}
