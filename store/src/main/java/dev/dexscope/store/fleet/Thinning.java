package dev.dexscope.store.fleet;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.Compaction;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a sample of old runs, and all of those that are unlike their kind. The sample is drawn by
 * the runs' ids, which are digests, so that it does not depend on what was measured, is the same
 * whenever it is drawn, and stands for all runs. Outliers that are not in it would make means
 * wrong: they are kept besides, and are not counted.
 *
 * <pre>{@code
 * new Thinning(10, 30).run(store, LocalDate.now(ZoneOffset.UTC), DuckDb::require);
 * }</pre>
 *
 * @param oneIn of how many runs one is in the sample
 * @param days younger runs all stay
 */
public record Thinning(int oneIn, int days) {
  /** A kind's sample has so many runs: with fewer changes of a tenth are not found. */
  public static final int LEAST = 40;

  private static final List<String> KIND = List.of("device", "api");
  private static final long MEMORY = 2L << 30;

  /**
   * What was done.
   *
   * @param removed how many runs were taken out
   * @param outliers how many stay besides the sample, with earlier ones
   */
  public record Result(int removed, int outliers) {}

  /**
   * Applies the rule. Others may add and read meanwhile.
   *
   * @param duck finds DuckDB if there are runs
   * @throws dev.dexscope.store.StoreFormatException if a commit cannot be read, or a file is not as
   *     it describes it
   * @throws IOException if a file cannot be read or written
   */
  public Result run(RunStore store, LocalDate today, Supplier<DuckDb> duck) throws IOException {
    StoreContent content = StoreContent.of(store);
    String first = today.minusDays(days).toString();
    List<String> apps =
        content.partitions().stream().map(StoreContent.Partition::app).distinct().toList();
    if (apps.isEmpty()) {
      return new Result(0, 0);
    }
    Set<Long> removed = new HashSet<>();
    Set<Long> besides = new HashSet<>();
    for (String app : apps) {
      try (Fleet fleet = Fleet.openAll(TableDatabase.start(duck.get(), MEMORY), store, app)) {
        choose(fleet, app, first, removed, besides);
      }
    }
    Compaction.without(store, removed, besides).run(duck.get(), MEMORY, _ -> {});
    return new Result(removed.size(), StoreContent.of(store).besides().size());
  }

  private void choose(Fleet fleet, String app, String first, Set<Long> removed, Set<Long> besides)
      throws IOException {
    var selection = new Selection(Map.of("app", app), KIND, null, false);
    Set<Long> old = new HashSet<>();
    fleet.stream(
        "select run from runs where app = "
            + FleetSql.quoted(app)
            + " and day < "
            + FleetSql.quoted(first),
        row -> old.add(FleetRun.number(row.getFirst())));
    Set<Long> known = fleet.content().besides();
    Map<String, List<FleetRun>> kinds =
        FleetRun.of(fleet, selection, "1 = 1").stream()
            .collect(Collectors.groupingBy(run -> run.version() + "\n" + run.stratum()));
    for (List<FleetRun> kind : kinds.values()) {
      Timing timing = timing(kind);
      if (timing == null) {
        continue;
      }
      Set<Long> unlike = new HashSet<>();
      Outliers.of(kind, timing, known).forEach(each -> unlike.add(each.run().id()));
      List<Long> ids = new ArrayList<>(kind.stream().map(FleetRun::id).toList());
      ids.removeIf(known::contains);
      ids.sort(Comparator.comparingLong(id -> id + Long.MIN_VALUE));
      for (int i = LEAST; i < ids.size(); i++) {
        long id = ids.get(i);
        if (old.contains(id) && !isInSample(id)) {
          (unlike.contains(id) ? besides : removed).add(id);
        }
      }
    }
  }

  private boolean isInSample(long id) {
    return Long.compareUnsigned(id, Long.divideUnsigned(-1, oneIn)) <= 0;
  }

  /** The time that all runs of a kind have; null if there is none, so that nothing is usual. */
  private static @Nullable Timing timing(List<FleetRun> kind) {
    if (kind.stream().allMatch(run -> run.clock().hasWall())) {
      return Timing.WALL;
    }
    return kind.stream().allMatch(run -> run.clock().hasCpu()) ? Timing.CPU : null;
  }
}
