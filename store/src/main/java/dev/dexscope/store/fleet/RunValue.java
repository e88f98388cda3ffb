package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run behind the figures of two versions.
 *
 * @param sha256 of its trace
 * @param file its trace's name
 * @param kind what it has in common with the runs that it is compared with
 * @param time of the run, or of the method in it, in nanoseconds
 */
public record RunValue(String sha256, String version, String file, String kind, long time) {
  /**
   * The runs of two versions that are compared.
   *
   * @param method a method's name with its signature; null for the whole run
   * @throws FleetException if a version has no runs, or there is no such method
   * @throws IOException if the database cannot be read
   */
  public static List<RunValue> of(
      Fleet fleet, Selection selection, String from, String to, @Nullable String method)
      throws IOException {
    List<FleetRun> runs = Regressions.pair(fleet, selection, from, to).all();
    Timing timing = FleetRun.timing(runs, selection);
    long[] values = Regressions.values(runs, run -> run.time(timing));
    if (method != null) {
      long id = FleetTables.method(fleet, method).id();
      Arrays.fill(values, 0);
      MethodValues.each(
          fleet,
          selection,
          runs,
          timing,
          "m.method = " + id,
          (_, times, _) -> System.arraycopy(times, 0, values, 0, times.length));
    }
    List<RunValue> all = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      FleetRun run = runs.get(i);
      all.add(new RunValue(run.digest(), run.version(), run.file(), run.stratum(), values[i]));
    }
    return all;
  }
}
