package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A time in all versions that have the kinds of runs of a {@link Mixture}: that of runs, or of a
 * method in them. A method that a run lacks took no time there.
 *
 * @param samples the mean of each version's runs, in the order of versions
 */
public record VersionHistory(Map<String, Sample> samples) {
  private static VersionHistory of(List<FleetRun> runs, long[] times, Mixture mixture) {
    Map<String, List<FleetRun>> versions = new TreeMap<>(Versions.ORDER);
    Map<String, List<Long>> values = new TreeMap<>(Versions.ORDER);
    for (int i = 0; i < times.length; i++) {
      String version = runs.get(i).version();
      versions.computeIfAbsent(version, _ -> new ArrayList<>()).add(runs.get(i));
      values.computeIfAbsent(version, _ -> new ArrayList<>()).add(times[i]);
    }
    Map<String, Sample> samples = new TreeMap<>(Versions.ORDER);
    versions.forEach((version, all) ->
        mixture
            .sample(all, values.getOrDefault(version, List.of()))
            .ifPresent(sample -> samples.put(version, sample)));
    return new VersionHistory(samples);
  }

  static VersionHistory ofRuns(List<FleetRun> runs, Timing timing, Mixture mixture) {
    return of(runs, Regressions.values(runs, run -> run.time(timing)), mixture);
  }

  /**
   * The history of a method, in the mixture of kinds of runs that two versions have.
   *
   * @param method its name with its signature
   * @throws FleetException if there is no such method
   * @throws IOException if the database cannot be read
   */
  public static VersionHistory ofMethod(
      Fleet fleet, Selection selection, String from, String to, String method) throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    FleetTables.Named named = FleetTables.method(fleet, method);
    VersionHistory history =
        ofMethods(
                fleet,
                selection,
                runs,
                FleetRun.timing(runs, selection),
                Mixture.of(runs, from, to),
                List.of(named.name()))
            .get(named.name());
    return history == null ? new VersionHistory(Map.of()) : history;
  }

  /** The histories of methods, by their names; of methods that no run has there is none. */
  static Map<String, VersionHistory> ofMethods(
      Fleet fleet,
      Selection selection,
      List<FleetRun> runs,
      Timing timing,
      Mixture mixture,
      List<String> names)
      throws IOException {
    Map<Long, String> ids = new HashMap<>();
    if (!names.isEmpty()) {
      fleet.stream(
          FleetSql.methodsWith(names),
          row -> ids.put(FleetRun.number(row.get(0)), FleetRun.text(row.get(1))));
    }
    Map<String, VersionHistory> histories = new HashMap<>();
    if (!ids.isEmpty()) {
      MethodValues.each(
          fleet,
          selection,
          runs,
          timing,
          FleetSql.isOneOf(ids.keySet()),
          (method, times, _) ->
              histories.put(ids.getOrDefault(method, ""), of(runs, times, mixture)));
    }
    return histories;
  }
}
