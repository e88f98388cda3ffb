package dev.dexscope.store;

import dev.dexscope.sql.DuckDb;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.function.Supplier;

/**
 * The rules by which a store keeps itself while runs are added to it all the time.
 *
 * <pre>{@code
 * Keeping.ofDays(90).run(store, LocalDate.now(ZoneOffset.UTC), DuckDb::require);
 * }</pre>
 *
 * @param days for which runs are kept; 0 for ever
 * @param parts that are put together if there are so many of an application and month
 * @param grace during which files stay that were replaced, or that no commit names yet
 */
public record Keeping(int days, int parts, Duration grace) {
  /** Of DuckDB's process. */
  private static final long MEMORY = 2L << 30;

  private static final int USUAL_PARTS = 64;
  private static final Duration USUAL_GRACE = Duration.ofHours(24);

  /** The usual rules. */
  public static Keeping ofDays(int days) {
    return new Keeping(days, USUAL_PARTS, USUAL_GRACE);
  }

  /**
   * What was done.
   *
   * @param expired how many runs were too old
   * @param replaced how many parts were put together
   * @param deleted the files
   */
  public record Result(int expired, int replaced, Cleaning.Result deleted) {}

  /**
   * Applies the rules. Others may add and read meanwhile.
   *
   * @param duck finds DuckDB if something is to be put together
   * @throws StoreFormatException if a commit cannot be read, or a file is not as it describes it
   * @throws IOException if a file cannot be read, written or deleted
   */
  public Result run(RunStore store, LocalDate today, Supplier<DuckDb> duck) throws IOException {
    int expired = days == 0 ? 0 : Cleaning.retain(store, today.minusDays(days - 1L));
    Compaction compaction = Compaction.ofParts(store, parts);
    int replaced = compaction.size() == 0 ? 0 : compaction.run(duck.get(), MEMORY, _ -> {});
    return new Result(expired, replaced, Cleaning.run(store, grace));
  }
}
