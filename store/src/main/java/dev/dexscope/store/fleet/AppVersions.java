package dev.dexscope.store.fleet;

import java.io.IOException;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The runs of an application.
 *
 * @param versions how many runs each version has, in the order of versions; those without one only
 *     if there are no others, because they cannot be compared
 * @param scenarios what was done in them
 */
public record AppVersions(SequencedMap<String, Long> versions, SequencedSet<String> scenarios) {
  /**
   * Counts them.
   *
   * @throws IOException if the database cannot be read
   */
  public static AppVersions of(Fleet fleet, String app) throws IOException {
    SequencedMap<String, Long> versions = new TreeMap<>(Versions.ORDER);
    SequencedSet<String> scenarios = new TreeSet<>();
    fleet.stream(
        FleetSql.versions(Map.of("app", app)),
        row -> {
          versions.merge(FleetRun.text(row.get(0)), FleetRun.number(row.get(2)), Long::sum);
          scenarios.add(FleetRun.text(row.get(1)));
        });
    if (versions.size() > 1) {
      versions.remove("");
    }
    return new AppVersions(versions, scenarios);
  }
}
