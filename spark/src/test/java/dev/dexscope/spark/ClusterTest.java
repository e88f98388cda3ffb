package dev.dexscope.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.SparkDatabase;
import dev.dexscope.sql.SparkMaster;
import dev.dexscope.sql.SqlException;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of a master without workers, and then two workers, of which one is lost. */
@FullTier("starts a cluster of Spark")
@NeedsPeer({Peer.SPARK, Peer.DUCKDB_JAR})
class ClusterTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Each row has a path through the shuffle of its own. */
  private static final String EVERY_METHOD =
      "select run, method, cast(sum(self_wall) as bigint) as time from method_run"
          + " group by run, method order by run, method";

  @TempDir private Path folder;

  private static SparkDatabase spark(SparkCluster cluster, Duration limit) throws Exception {
    return SparkDatabase.start(cluster.home(), new SparkMaster(cluster.url()), 512L << 20, limit);
  }

  @Test
  void noAnswerWithoutWorkersAndThatOfDuckDbThoughOneIsLost() throws Exception {
    RunStore store = RandomStore.make(folder, new Random(4), 300, 40);
    String expected;
    List<String> expectedRows;
    try (Fleet fleet =
        Fleet.open(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), Fleet.MEMORY), store, null)) {
      expected = Answers.regressions(fleet, Answers.USUAL);
      expectedRows = Answers.query(fleet, EVERY_METHOD);
    }
    assertThat(expectedRows).hasSizeGreaterThan(5000);

    try (var cluster = SparkCluster.start(folder)) {
      SparkDatabase waiting = spark(cluster, Duration.ofSeconds(5));
      assertThatThrownBy(() -> Fleet.open(waiting, store, null))
          .isInstanceOf(SqlException.class)
          .hasMessageStartingWith("no answer within 5 s, Spark; ");

      cluster.startWorkers(2);
      try (Fleet fleet = Fleet.open(spark(cluster, LIMIT), store, null)) {
        List<String> rows = new ArrayList<>();
        Answers.ask(
            fleet,
            EVERY_METHOD,
            row -> {
              rows.add(row);
              // The rows of one part are there; the others are computed when they are read.
              if (rows.size() == 2) {
                cluster.kill(0);
              }
            });
        assertThat(cluster.lost()).isEqualTo(1);
        assertThat(rows).isEqualTo(expectedRows);
        assertThat(Answers.regressions(fleet, Answers.USUAL)).isEqualTo(expected);
      }
    }
  }
}
