package dev.dexscope.store.fleet;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that a question is about.
 *
 * @param stratum what it has in common with the runs that it is compared with, in words
 */
record FleetRun(
    long id,
    String digest,
    String version,
    String file,
    Clock clock,
    String stratum,
    long wall,
    long cpu,
    long calls) {
  long time(Timing timing) {
    return timing.of(wall, cpu);
  }

  /**
   * The selected runs, in the order of their versions and digests.
   *
   * @throws FleetException if there are none
   */
  static List<FleetRun> of(Fleet fleet, Selection selection, String condition) throws IOException {
    List<FleetRun> runs = new ArrayList<>();
    fleet.stream(
        FleetSql.selected(selection, condition),
        row ->
            runs.add(
                new FleetRun(
                    number(row.get(0)),
                    text(row.get(1)),
                    text(row.get(2)),
                    text(row.get(3)),
                    Clock.of(text(row.get(4)), Clock.DUAL),
                    stratum(row.subList(8, row.size())),
                    number(row.get(5)),
                    number(row.get(6)),
                    number(row.get(7)))));
    if (runs.isEmpty()) {
      throw FleetException.ofRuns("no such runs in the store", selection.facts());
    }
    runs.sort((a, b) -> {
      int order = Versions.ORDER.compare(a.version(), b.version());
      return order != 0 ? order : a.digest().compareTo(b.digest());
    });
    return runs;
  }

  /** Runs of other scenarios and kinds of traces are strata whatever the user names. */
  static String stratum(List<@Nullable Object> cells) {
    List<String> words = new ArrayList<>();
    words.add(Boolean.TRUE.equals(cells.getFirst()) ? "sampled" : "traced");
    for (Object each : cells.subList(1, cells.size())) {
      words.add(text(each));
    }
    return String.join(", ", words);
  }

  /** The time that is compared: the one that was asked for, or the first that all runs have. */
  static Timing timing(List<FleetRun> runs, Selection selection) {
    Timing timing = selection.timing();
    if (timing == null) {
      boolean haveWall = runs.stream().allMatch(run -> run.clock().hasWall());
      timing = haveWall ? Timing.WALL : Timing.CPU;
    }
    Timing chosen = timing;
    if (chosen == Timing.OFF_CPU || !runs.stream().allMatch(run -> chosen.isIn(run.clock()))) {
      throw FleetException.ofRuns("not all runs have " + chosen.words(), selection.facts());
    }
    return chosen;
  }

  static long number(@Nullable Object cell) {
    if (cell instanceof Long number) {
      return number;
    }
    throw FleetException.ofValue(cell);
  }

  static String text(@Nullable Object cell) {
    return cell == null ? "" : cell.toString();
  }
}
