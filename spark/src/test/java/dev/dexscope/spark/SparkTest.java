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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apache Spark answers what DuckDB answers, over a random store. */
@FullTier("starts Spark")
@NeedsPeer({Peer.SPARK, Peer.DUCKDB_JAR})
class SparkTest {
  private static final int RUNS_OF_A_DAY = 20;
  private static final DuckDb DUCK = new DuckDb(Peer.DUCKDB_JAR.path());

  @TempDir private static Path folder;
  private static RunStore store;
  private static Fleet spark;

  @BeforeAll
  static void start() throws IOException {
    store = RunStore.init(folder.resolve("store"));
    var random = new Random(1);
    RandomStore.add(store, 1, random, RUNS_OF_A_DAY, 20);
    RandomStore.add(store, 2, random, RUNS_OF_A_DAY, 20);
    // These are DuckDB's files then; the later ones are ours, with hidden rows.
    Compaction.of(store).run(DUCK, Fleet.MEMORY, _ -> {});
    RandomStore.add(store, 3, random, RUNS_OF_A_DAY, 20);
    SparkHome home = SparkCluster.home(folder, "spark.sql.shuffle.partitions 2");
    var master = new SparkMaster("local[2]");
    spark =
        Fleet.open(
            SparkDatabase.start(home, master, 512L << 20, Duration.ofMinutes(10)),
            store,
            "org.example");
  }

  @AfterAll
  static void end() {
    if (spark != null) {
      spark.close();
    }
  }

  @Test
  void answersAreThoseOfDuckDb() throws IOException {
    List<String> expected;
    try (Fleet duck = Fleet.open(TableDatabase.start(DUCK, Fleet.MEMORY), store, "org.example")) {
      expected = Answers.of(duck);
    }
    assertThat(expected).hasSizeGreaterThan(100);
    assertThat(Answers.of(spark)).isEqualTo(expected);
  }

  @Test
  void aUsersQueryOnlySelects() throws IOException {
    Path out = folder.resolve("out");
    for (String each :
        List.of(
            "insert overwrite directory '" + out + "' using csv select 1",
            "select 1) insert overwrite directory '" + out + "' using csv (select 1",
            "create table t as select 1",
            "selec 1",
            "select nothing from runs")) {
      assertThatThrownBy(() -> Answers.query(spark, each))
          .isInstanceOf(SqlException.class)
          .hasMessageContaining("Spark refuses the question");
    }
    // Failures of a running query do not end the engine.
    assertThatThrownBy(() -> Answers.query(spark, "select raise_error('its own') from runs"))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("its own");
    assertThat(Answers.query(spark, "select count(*) as n from runs -- all"))
        .containsExactly("[ntrue]", "[" + 3 * RUNS_OF_A_DAY + "]");
    assertThat(out).doesNotExist();
  }
}
