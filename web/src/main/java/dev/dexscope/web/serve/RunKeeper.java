package dev.dexscope.web.serve;

import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.SqlException;
import dev.dexscope.store.Keeping;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreFormatException;
import dev.dexscope.store.fleet.FleetException;
import dev.dexscope.store.fleet.Thinning;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps a server's store of runs by its rules, every ten minutes. */
public final class RunKeeper implements Closeable {
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final RunStore store;
  private final Keeping rules;
  private final @Nullable Thinning thinning;
  private final Supplier<DuckDb> duck;
  private final Consumer<String> report;
  private final Thread thread;

  /** The day of the last thinning, which reads all runs. */
  private LocalDate thinned = LocalDate.MIN;

  /** The last failure, which is reported once. */
  private String last = "";

  private RunKeeper(
      RunStore store,
      Keeping rules,
      @Nullable Thinning thinning,
      Supplier<DuckDb> duck,
      Consumer<String> report) {
    this.store = store;
    this.rules = rules;
    this.thinning = thinning;
    this.duck = duck;
    this.report = report;
    this.thread = Thread.ofPlatform().daemon().name("runs").unstarted(this::keep);
  }

  /**
   * Starts.
   *
   * @param thinning what is applied once a day; null if all runs stay
   * @param duck finds DuckDB, which puts files together
   * @param report receives what does not succeed
   */
  public static RunKeeper start(
      RunStore store,
      Keeping rules,
      @Nullable Thinning thinning,
      Supplier<DuckDb> duck,
      Consumer<String> report) {
    var keeper = new RunKeeper(store, rules, thinning, duck, report);
    keeper.thread.start();
    return keeper;
  }

  private void keep() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        once();
      }
    } catch (InterruptedException e) {
      // The server is closing.
    }
  }

  private void once() {
    try {
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      if (thinning != null && !today.equals(thinned)) {
        thinning.run(store, today, duck);
        thinned = today;
      }
      rules.run(store, today, duck);
      last = "";
    } catch (IOException
        | MissingToolException
        | StoreFormatException
        | SqlException
        | FleetException e) {
      String reason = "the store of runs is not kept: " + e.getMessage();
      if (!reason.equals(last) && !Thread.currentThread().isInterrupted()) {
        report.accept(reason);
        last = reason;
      }
    }
  }

  /** Ends; what it is doing is given up, which leaves files that the next run deletes. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
