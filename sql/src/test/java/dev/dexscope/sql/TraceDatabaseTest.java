package dev.dexscope.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsPeer(Peer.DUCKDB_JAR)
class TraceDatabaseTest {
  private static final Path TRACE = Path.of("../samples/traces/art11-threads-buffered.trace");

  @TempDir private static Path folder;
  private static View view;
  private static TraceDatabase database;

  /** Keeps an answer. */
  private static final class Kept implements Rows {
    private final List<Column> columns = new ArrayList<>();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    @Override
    public void columns(List<Column> found) {
      columns.addAll(found);
    }

    @Override
    public void row(List<@Nullable Object> cells) {
      rows.add(new ArrayList<>(cells));
    }
  }

  @BeforeAll
  static void open() throws IOException {
    view = View.of(TraceReader.open(TRACE), Filter.ALL);
    database = TraceDatabase.of(new DuckDb(Peer.DUCKDB_JAR.path()), view);
  }

  @AfterAll
  static void close() throws IOException {
    database.close();
  }

  private Kept ask(String question) throws IOException {
    var kept = new Kept();
    database.ask(question, 1000, Duration.ofMinutes(1), kept);
    return kept;
  }

  @Test
  void sumsAreThoseOfTheTree() throws IOException {
    long calls = 0;
    long wall = 0;
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      wall += tree.inclusiveWall(0);
      for (int node = 1; node < tree.size(); node++) {
        calls += tree.calls(node);
      }
    }

    assertThat(ask("select count(*), sum(self_wall) from calls").rows)
        .containsExactly(List.of(calls, wall));
    assertThat(ask("select sum(calls), sum(self_wall) from tree").rows)
        .containsExactly(List.of(calls, wall));
  }

  @Test
  void valuesAreOfFewTypes() throws IOException {
    Kept answer =
        ask(
            "select true t, 1::tinyint i, 1.5::decimal(4,2) d, 'x' s, null n, 2::hugeint ** 100 h,"
                + " sum(9223372036854775807::decimal(38,0)) w, sum(1) m, date '2020-02-03' a, [1, 2] l, 'ab'::blob b");

    assertThat(answer.rows.getFirst())
        .containsExactly(
            true,
            1L,
            1.5,
            "x",
            null,
            Math.pow(2, 100),
            Long.MAX_VALUE,
            1L,
            "2020-02-03",
            "[1, 2]",
            "bytes");
    assertThat(answer.columns)
        .extracting(Rows.Column::isNumber)
        .containsExactly(false, true, true, false, false, true, true, true, false, false, false);
    assertThat(ask("select 170141183460469231731687303715884105727 big").rows.getFirst())
        .containsExactly("170141183460469231731687303715884105727");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from read_csv('/etc/passwd')",
        "select * from '/etc/passwd'",
        "select * from read_text('/etc/passwd')",
        "select * from glob('/*')",
        "copy calls to '/tmp/dexscope-leak.csv'",
        "attach '/tmp/dexscope-leak.db'",
        "install httpfs",
        "set enable_external_access = true",
        "set memory_limit = '900GB'",
        "export database '/tmp/dexscope-leak'",
        "selec 1",
        "select 1 from",
      })
  void whatReachesOutIsRefused(String question) {
    assertThatThrownBy(() -> ask(question))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("DuckDB refuses the question");
  }

  @Test
  void anAnswerIsCutWhereItIsToBe() throws IOException {
    var kept = new Kept();

    assertThat(database.ask("from range(10)", 4, Duration.ofMinutes(1), kept)).isFalse();
    assertThat(kept.rows).hasSize(4);
    assertThat(database.ask("from range(4)", 4, Duration.ofMinutes(1), new Kept())).isTrue();
  }

  @Test
  void ofSeveralQuestionsTheLastIsAnswered() throws IOException {
    assertThat(ask("create table t as select 7 n; select n from t").rows)
        .containsExactly(List.of(7L));
    assertThat(ask("create table u (n int)").columns).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop view calls",
        "drop view calls; create table calls (n int)",
        "create or replace view calls as select 1 n",
        "alter view calls rename to other",
        "begin; drop view calls",
        "begin; select 1 / 'x'",
        "create schema s; use s",
        "drop view calls; drop view tree; drop view threads; drop view methods",
      })
  void whateverAQuestionDoesTheTablesAreThereForTheNext(String question) throws IOException {
    List<List<@Nullable Object>> calls = ask("select count(*), sum(self_wall) from calls").rows;
    try {
      ask(question);
    } catch (SqlException e) {
      // Some end with an error, after what they have done.
    }

    assertThat(ask("select count(*), sum(self_wall) from calls").rows).isEqualTo(calls);
  }

  /** DuckDB's own limit is nine tenths of the disk. */
  @Test
  void theDiskIsNotFilled() throws IOException {
    List<@Nullable Object> most =
        ask("select value from duckdb_settings() where name = 'max_temp_directory_size'")
            .rows
            .getFirst();

    assertThat(most.getFirst().toString()).matches("[0-9.]+ [MG]iB").doesNotContain("90%");
  }

  @Test
  void whatTakesTooLongIsEnded() throws IOException {
    assertThatThrownBy(() ->
            database.ask(
                "select count(*) from range(1000000000000) where range % 7 = 1",
                1, Duration.ofMillis(200), new Kept()))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("no answer within");
    assertThat(ask("select 1").rows).hasSize(1);
  }

  /**
   * DuckDB makes this list whole, in memory that it does not count, and hears of no cancellation.
   */
  private static final String DEAF = "select list_sum(list_transform(range(%d), lambda x: x %% 7))";

  @Test
  void whatDoesNotHeedItsEndIsEndedAllTheSame() throws IOException {
    assertThatThrownBy(() ->
            database.ask(DEAF.formatted(1_000_000_000), 1, Duration.ofMillis(300), new Kept()))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("no answer within");
    assertThat(ask("select 1").rows).hasSize(1);
  }

  @Test
  void moreMemoryThanAQuestionHasEndsIt() throws IOException {
    try (var small = TraceDatabase.of(new DuckDb(Peer.DUCKDB_JAR.path()), view, 400L << 20)) {
      assertThatThrownBy(
              () -> small.ask(DEAF.formatted(1_000_000_000), 1, Duration.ofMinutes(1), new Kept()))
          .isInstanceOf(SqlException.class)
          .hasMessageContaining("memory");
      var kept = new Kept();
      small.ask("select 1", 1, Duration.ofMinutes(1), kept);
      assertThat(kept.rows).hasSize(1);
    }
  }

  @Test
  void cellsArriveAsTheyWere() throws IOException {
    var bytes = new ByteArrayOutputStream();
    List<@Nullable Object> cells =
        Arrays.asList(null, true, false, Long.MIN_VALUE, 0.1, "", "\ud83d\ude00 x".repeat(40_000));
    try (var out = new DataOutputStream(bytes)) {
      for (Object each : cells) {
        Cell.write(each, out);
      }
    }
    var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    for (Object each : cells) {
      assertThat(Cell.read(in)).isEqualTo(each);
    }
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void theLibraryIsUnpackedOnce() throws IOException {
    Path place = folder.resolve("libraries");
    Path library = NativeLibrary.of(Peer.DUCKDB_JAR.path(), place);
    assertThat(library).isNotNull().hasParent(place.toAbsolutePath());
    byte[] whole = Files.readAllBytes(library);
    Files.setLastModifiedTime(library, FileTime.fromMillis(5));

    assertThat(NativeLibrary.of(Peer.DUCKDB_JAR.path(), place)).isEqualTo(library);
    assertThat(Files.getLastModifiedTime(library).toMillis()).isEqualTo(5);

    byte[] damaged = whole.clone();
    damaged[whole.length / 2] ^= 1;
    Files.write(library, damaged);
    assertThat(NativeLibrary.of(Peer.DUCKDB_JAR.path(), place)).isEqualTo(library);
    assertThat(Files.readAllBytes(library)).isEqualTo(whole);
  }

  @Test
  void withoutAPlaceForTheLibraryTheDriverUnpacksIt() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path other = Files.writeString(folder.resolve("no.jar"), "");

    assertThat(NativeLibrary.of(Peer.DUCKDB_JAR.path(), file.resolve("inside"))).isNull();
    assertThat(NativeLibrary.of(other, folder)).isNull();
  }

  @Test
  void anotherJarIsNoDriver() throws IOException {
    Path other = Files.write(folder.resolve("other.jar"), new byte[] {1, 2, 3});

    assertThatThrownBy(() -> TraceDatabase.of(new DuckDb(other), view))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("this is not DuckDB's JDBC driver");
  }

  @Test
  void theFirstPlaceCounts() throws IOException {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Path own = Files.writeString(folder.resolve("own.jar"), "");

    assertThat(DuckDb.find(Map.of(), cache, folder)).isEmpty();
    Path installed = cache.resolve("duckdb_jdbc-2.0.0.1.jar");
    Files.createSymbolicLink(installed, Peer.DUCKDB_JAR.path());
    assertThat(DuckDb.find(Map.of(), cache, folder)).contains(new DuckDb(installed));
    assertThat(DuckDb.find(Map.of(DuckDb.VARIABLE, own.toString()), cache, folder))
        .contains(new DuckDb(own));
    assertThatThrownBy(() -> DuckDb.find(Map.of(DuckDb.VARIABLE, "/no/such.jar"), cache, folder))
        .isInstanceOf(MissingToolException.class);
    Files.delete(installed);
    Files.writeString(installed, "damaged");
    assertThatThrownBy(() -> DuckDb.find(Map.of(), cache, folder))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("dexscope sql install");
  }
}
