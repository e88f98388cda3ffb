package dev.dexscope.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.SparkDatabase;
import dev.dexscope.sql.SparkHome;
import dev.dexscope.sql.SparkMaster;
import dev.dexscope.sql.SqlException;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.Compaction;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Apache Spark answers what DuckDB answers, over random stores. */
@FullTier("starts Spark")
@NeedsPeer({Peer.SPARK, Peer.DUCKDB_JAR})
class SparkTest {
  private static final DuckDb DUCK = new DuckDb(Peer.DUCKDB_JAR.path());

  @TempDir private Path folder;

  private Fleet duck(RunStore store) throws IOException {
    return Fleet.open(TableDatabase.start(DUCK, Fleet.MEMORY), store, "org.example");
  }

  private Fleet spark(RunStore store) throws IOException {
    Path home = Files.createDirectories(folder.resolve("spark"));
    Files.createSymbolicLink(home.resolve("jars"), Peer.SPARK.path().toRealPath());
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/spark-defaults.conf"), "spark.sql.shuffle.partitions 2\n");
    return Fleet.open(
        SparkDatabase.start(
            SparkHome.require(home),
            new SparkMaster("local[2]"),
            512L << 20,
            Duration.ofMinutes(10)),
        store,
        "org.example");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void answersAreThoseOfDuckDb(long seed) throws IOException {
    var random = new Random(seed);
    RunStore store = RandomStore.make(folder, random, 60, 5 + random.nextInt(30));
    List<String> expected;
    try (Fleet fleet = duck(store)) {
      expected = Answers.of(fleet);
    }
    assertThat(expected).hasSizeGreaterThan(100);

    if (seed % 2 == 0) {
      // Its files are DuckDB's; the others are ours, with hidden rows.
      Compaction.of(store).run(DUCK, Fleet.MEMORY, _ -> {});
    }
    try (Fleet fleet = spark(store)) {
      assertThat(Answers.of(fleet)).isEqualTo(expected);
    }
  }

  @Test
  void aUsersQueryOnlySelects() throws IOException {
    RunStore store = RandomStore.make(folder, new Random(3), 9, 4);
    Path out = folder.resolve("out");
    try (Fleet fleet = spark(store)) {
      for (String each :
          List.of(
              "insert overwrite directory '" + out + "' using csv select 1",
              "select 1) insert overwrite directory '" + out + "' using csv (select 1",
              "create table t as select 1",
              "selec 1",
              "select nothing from runs")) {
        assertThatThrownBy(() -> Answers.query(fleet, each))
            .isInstanceOf(SqlException.class)
            .hasMessageContaining("Spark refuses the question");
      }
      // Failures of a running query do not end the engine.
      assertThatThrownBy(() -> Answers.query(fleet, "select raise_error('its own') from runs"))
          .isInstanceOf(SqlException.class)
          .hasMessageContaining("its own");
      assertThat(Answers.query(fleet, "select count(*) as n from runs -- all"))
          .containsExactly("[ntrue]", "[9]");
    }
    assertThat(out).doesNotExist();
  }
}
