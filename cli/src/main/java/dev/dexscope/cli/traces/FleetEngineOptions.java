package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.QueryEngine;
import dev.dexscope.sql.SparkDatabase;
import dev.dexscope.sql.SparkHome;
import dev.dexscope.sql.SparkMaster;
import dev.dexscope.sql.TableDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The engine that answers the questions of {@code fleet}, and its limits. */
final class FleetEngineOptions {
  private static final String EMBEDDED = "embedded";

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "What answers: embedded (DuckDB), or the master of a cluster of Apache Spark:"
              + " spark://HOST:PORT, yarn, k8s://URL, local[N]; default ${DEFAULT-VALUE}.")
  String engine = EMBEDDED;

  @Option(
      names = "--spark-home",
      paramLabel = "FOLDER",
      description = "The installation of Spark that starts the questions; default: $SPARK_HOME.")
  @Nullable Path sparkHome;

  @Mixin MemoryOption memory = new MemoryOption();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "The time limit of a query of sql, and of a cluster to open the store; default"
              + " ${DEFAULT-VALUE}.")
  long timeout = 600;

  Duration limit() {
    if (timeout < 1) {
      throw CliException.usage("--timeout is 1 at least", "write a larger number");
    }
    return Duration.ofSeconds(timeout);
  }

  /** Starts it, which may go on while the store is read. */
  QueryEngine start() throws IOException {
    Duration limit = limit();
    long bytes = memory.bytes();
    if (engine.equals(EMBEDDED)) {
      if (sparkHome != null) {
        throw CliException.usage("--spark-home without a cluster", "name one with --engine");
      }
      return TableDatabase.start(DuckDb.require(), bytes);
    }
    SparkMaster master = master();
    return SparkDatabase.start(SparkHome.require(sparkHome), master, bytes, limit);
  }

  private SparkMaster master() {
    try {
      return new SparkMaster(engine);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "no engine " + engine,
          "there are embedded, spark://HOST:PORT, yarn, k8s://URL, local[N]");
    }
  }
}
