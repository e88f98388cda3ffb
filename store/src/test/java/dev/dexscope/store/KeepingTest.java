package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.FleetException;
import dev.dexscope.store.fleet.FleetTables;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.store.fleet.Thinning;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compaction, cleaning and verification: what they do to the files, and not to the runs. */
class KeepingTest {
  /** Everything is older than that. */
  private static final Duration NONE = Duration.ofSeconds(-10);

  private static final int APP = 10;

  @TempDir private Path folder;
  private Path place;
  private RunStore store;

  @BeforeEach
  void init() throws IOException {
    place = folder.resolve("store");
    store = RunStore.init(place);
  }

  private Path trace(int number) throws IOException {
    Path file = folder.resolve("run" + number + ".trace");
    if (!Files.exists(file)) {
      SimulatedRun.write(file, 1_700_000_000_000_000L + number, 100, 200 + number, 300);
    }
    return file;
  }

  private static Facts facts(String app, String day) {
    return Facts.of(Map.of("app", app, "day", day));
  }

  private void add(Facts facts, int... numbers) throws IOException {
    try (var adding = store.adding(true)) {
      for (int each : numbers) {
        adding.add(trace(each), TraceOptions.PLAIN, facts, display(each));
      }
    }
  }

  /** As a writer that does not know the others' runs. */
  private Part write(int... numbers) throws IOException {
    var part = new PartWriter("a", "2026-01-05", 1);
    for (int each : numbers) {
      Trace trace = TraceReader.open(trace(each));
      var source = new Source("run" + each, 1, Sha256.of(trace(each)), "");
      part.add(RunRows.of(source, facts("a", "2026-01-05"), trace, display(each)));
    }
    return part.write(place, store.newId(), store.newOrder(System.currentTimeMillis()));
  }

  private static List<List<@Nullable Object>> rows(TableDatabase database, String question)
      throws IOException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    database.ask(
        question,
        10_000,
        Duration.ofMinutes(1),
        new Rows() {
          @Override
          public void columns(List<Column> columns) {
            // They are those of the question; a copy has none.
          }

          @Override
          public void row(List<@Nullable Object> cells) {
            all.add(new ArrayList<>(cells));
          }
        });
    return all;
  }

  /** Every other run from this number on is an app's. */
  private static Display display(int number) {
    var frame = new Display.Frame("Main", number, 9, 1, 2, 3, number);
    return number < APP || number % 2 > 0
        ? Display.NONE
        : new Display(number, number % 3 == 0 ? -1 : 2 * number, 16, List.of(frame, frame));
  }

  /** The rows of all tables; the first are the runs. */
  private List<List<@Nullable Object>> everything() throws IOException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (TableDatabase database =
        TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30)) {
      database.open(StoreContent.of(store).tables(null));
      for (StoreTable table : StoreTable.values()) {
        all.addAll(rows(database, "select * from " + table.key() + " order by all"));
      }
    }
    return all;
  }

  private Verification verified() throws IOException {
    return Verification.of(store, _ -> {});
  }

  private void compact() throws IOException {
    Compaction.of(store).run(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30, _ -> {});
  }

  private long files(String name) throws IOException {
    try (Stream<Path> all = Files.walk(place.resolve(name))) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void aStoreKeepsItself() throws IOException {
    LocalDate today = LocalDate.parse("2026-11-20");
    for (int i = 0; i < 4; i++) {
      try (Adding adding = store.adding(false)) {
        adding.add(trace(i), TraceOptions.PLAIN, facts("many", "2026-11-1" + i));
      }
    }
    try (Adding adding = store.adding(false)) {
      adding.add(trace(4), TraceOptions.PLAIN, facts("one", "2026-11-19"));
      adding.add(trace(5), TraceOptions.PLAIN, facts("one", "2026-10-01"));
      adding.add(trace(6), TraceOptions.PLAIN, facts("one", "2026-11-18"));
    }
    var rules = new Keeping(30, 4, NONE);

    Keeping.Result result = rules.run(store, today, () -> new DuckDb(Peer.DUCKDB_JAR.path()));

    assertThat(result.expired()).isEqualTo(1);
    assertThat(result.replaced()).isEqualTo(4);
    assertThat(result.deleted().files()).isPositive();
    // Two parts of a month are not worth it.
    assertThat(StoreContent.of(store).partitions())
        .extracting(each -> each.app() + " " + each.runs())
        .containsExactly("many 4", "one 1", "one 1");
    Keeping.Result again =
        rules.run(
            store,
            today,
            () -> {
              throw new AssertionError("there is nothing to do");
            });
    assertThat(again.replaced()).isZero();
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void compactionKeepsEveryRow() throws IOException {
    for (int i = 0; i < 6; i++) {
      add(facts(i % 2 == 0 ? "a" : "b", "2026-01-0" + (1 + i)), APP + i);
    }
    add(facts("a", "2026-01-07"), APP + 9);
    add(facts("a", "2026-02-01"), APP + 7);
    // A run that two writers added at once.
    Part again = write(APP + 2, APP + 8, APP + 15);
    store.commit(new Commit(System.currentTimeMillis(), List.of(again), List.of()));
    List<List<@Nullable Object>> before = everything();
    assertThat(before.stream().filter(row -> row.size() == StoreTable.RUNS.columns().size()))
        .hasSize(10);
    assertThat(before.stream().filter(row -> row.contains("Main"))).hasSize(8);

    compact();

    assertThat(StoreContent.of(store).partitions())
        .extracting(each -> each.app() + each.day() + ":" + each.runs())
        .containsExactly("a2026-01-07:6", "a2026-02-01:1", "b2026-01-06:3");
    assertThat(verified().problems()).isEmpty();
    assertThat(Compaction.of(store).size()).isZero();

    long all = files("data");
    Cleaning.run(store, Duration.ofHours(1));
    assertThat(files("data")).isEqualTo(all);
    Cleaning.run(store, NONE);
    assertThat(files("data")).isEqualTo(14);
    assertThat(files("traces")).isEqualTo(8);
    assertThat(everything()).isEqualTo(before);
    assertThat(verified())
        .extracting(Verification::unused, each -> each.problems().size())
        .containsExactly(0, 0);
  }

  /** Others may write files that agree with the manifest. */
  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void aFileThatLacksValuesIsReported() throws IOException {
    add(facts("a", "2026-01-05"), 1);
    Part part = store.history().snapshot().parts().getFirst().part();
    Path other = folder.resolve("other.parquet");
    try (TableDatabase database =
        TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30)) {
      database.open(StoreContent.of(store).tables(null), List.of(other));
      rows(
          database,
          "copy (select * replace (cast(null as bigint) as wall) from runs) to '"
              + other
              + "' (format parquet, use_tmp_file false)");
    }
    Map<StoreTable, Part.Data> files = new HashMap<>(part.files());
    files.put(StoreTable.RUNS, Part.Data.of(other, 1));
    var hostile = new Part(store.newId(), part.order(), part.app(), part.day(), part.runs(), files);
    for (StoreTable each : part.tables()) {
      Files.copy(
          each == StoreTable.RUNS ? other : part.file(place, each), hostile.file(place, each));
    }
    store.commit(new Commit(System.currentTimeMillis(), List.of(hostile), List.of(part.id())));

    assertThat(verified().problems()).isEmpty();
    var selection = new Selection(Map.of("app", "a"), List.of(), null, false);
    try (Fleet fleet =
        Fleet.open(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30), store, null)) {
      assertThatThrownBy(() -> FleetTables.percentiles(fleet, selection, null))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("the store lacks a number");
    }
  }

  /** Files are written before the commit, and deleted after: a process may end between. */
  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void compactionsAtOnceLoseNothing() throws IOException {
    for (int i = 0; i < 5; i++) {
      add(facts("a", "2026-01-01"), i);
    }
    List<List<@Nullable Object>> before = everything();
    Compaction first = Compaction.of(store);
    Compaction second = Compaction.of(store);
    add(facts("a", "2026-01-01"), 9);

    DuckDb duck = new DuckDb(Peer.DUCKDB_JAR.path());
    first.run(duck, 1L << 30, _ -> {});
    second.run(duck, 1L << 30, _ -> {});

    assertThat(StoreContent.of(store).runs()).isEqualTo(6);
    Cleaning.run(store, NONE);
    assertThat(everything()).containsAll(before);
    compact();
    Cleaning.run(store, NONE);
    assertThat(files("data")).isEqualTo(4);
    assertThat(files("manifest")).isEqualTo(1);
  }

  @Test
  void cleaningLeavesWhatCounts() throws IOException {
    add(facts("a", "2026-01-01"), 1, 2);
    Part unnamed = write(3);
    Files.writeString(place.resolve("data/note"), "not a store's file");
    Files.writeString(place.resolve("manifest/.1-2.json.3.part"), "of a writer that was killed");

    assertThat(Cleaning.run(store, Duration.ofDays(1)).files()).isZero();
    assertThat(verified().unused()).isEqualTo(5);
    assertThat(Cleaning.run(store, NONE).files()).isEqualTo(5);
    assertThat(Files.exists(unnamed.file(place, StoreTable.RUNS))).isFalse();
    assertThat(verified().problems()).isEmpty();
    assertThat(StoreContent.of(store).runs()).isEqualTo(2);
  }

  private List<String> outliers() throws IOException {
    var selection = new Selection(Map.of("app", "a"), List.of(), null, false);
    List<String> found = new ArrayList<>();
    try (Fleet fleet =
        Fleet.openAll(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30), store, "a")) {
      Table table = FleetTables.outliers(fleet, selection, 1000);
      for (int row = 0; row < table.size(); row++) {
        found.add(String.valueOf(table.row(row).getFirst()));
      }
    }
    return found.stream().sorted().toList();
  }

  /** The runs that count, by their times. */
  private Map<String, Long> counted() throws IOException {
    Map<String, Long> runs = new TreeMap<>();
    try (TableDatabase database =
        TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30)) {
      database.open(StoreContent.of(store).tables("a"));
      for (List<@Nullable Object> row : rows(database, "select sha256, wall from runs")) {
        runs.put(String.valueOf(row.getFirst()), (Long) row.getLast());
      }
    }
    return runs;
  }

  private static boolean isInSample(String sha256, int oneIn) {
    return Long.compareUnsigned(
            Long.parseUnsignedLong(sha256.substring(0, 16), 16), Long.divideUnsigned(-1, oneIn))
        <= 0;
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void ofOldRunsASampleStaysAndAllOutliers() throws IOException {
    var random = new Random(3);
    try (Adding adding = store.adding(true)) {
      for (int i = 0; i < 300; i++) {
        Path file = folder.resolve("run" + i + ".trace");
        long factor = i % 10 == 0 ? 5 : 1;
        SimulatedRun.write(file, 1_700_000_000_000_000L + i, factor * (1000 + random.nextInt(50)));
        // The last days are young.
        String day = i < 200 ? "2026-01-%02d".formatted(1 + i % 28) : "2026-03-0" + (1 + i % 9);
        adding.add(file, TraceOptions.PLAIN, facts("a", day), Display.NONE);
      }
    }
    add(facts("b", "2026-01-01"), 301, 302);
    Map<String, Long> all = counted();
    List<String> unlike = outliers();
    assertThat(unlike).hasSize(30);
    LocalDate today = LocalDate.parse("2026-03-10");
    var rule = new Thinning(4, 20);
    DuckDb duck = new DuckDb(Peer.DUCKDB_JAR.path());

    // A compaction that has begun before, and does not know it.
    Compaction other = Compaction.of(store);
    Thinning.Result result = rule.run(store, today, () -> duck);

    Map<String, Long> counted = counted();
    assertThat(result.removed()).isBetween(90, 160);
    assertThat(result.outliers()).isBetween(5, 20);
    assertThat(outliers()).isEqualTo(unlike);
    assertThat(StoreContent.of(store).runs()).isEqualTo(302 - result.removed());
    assertThat(counted).hasSize(300 - result.removed() - result.outliers());
    // The sample is what the ids say: it has outliers as often as all runs have.
    List<String> smallest = all.keySet().stream().limit(Thinning.LEAST).toList();
    Set<String> young = Set.copyOf(runsFrom("2026-02-18"));
    assertThat(
            all.keySet().stream()
                .filter(id -> isInSample(id, 4) || smallest.contains(id) || young.contains(id)))
        .containsExactlyElementsOf(counted.keySet());
    assertThat(verified().problems()).isEmpty();

    // Once more there is nothing to take out, and nothing of the sample goes.
    assertThat(rule.run(store, today, () -> duck))
        .isEqualTo(new Thinning.Result(0, result.outliers()));
    assertThat(counted()).isEqualTo(counted);
    // What the other has replaced is back, and taken out by the next time; nothing else is lost.
    other.run(duck, 1L << 30, _ -> {});
    assertThat(StoreContent.of(store).runs()).isEqualTo(302);
    assertThat(rule.run(store, today, () -> duck)).isEqualTo(result);
    assertThat(counted()).isEqualTo(counted);
    Cleaning.run(store, NONE);
    assertThat(files("traces")).isEqualTo(302 - result.removed());
    assertThat(verified().problems()).isEmpty();
    compact();
    assertThat(counted()).isEqualTo(counted);
    assertThat(outliers()).isEqualTo(unlike);
  }

  private List<String> runsFrom(String day) throws IOException {
    try (TableDatabase database =
        TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), 1L << 30)) {
      database.open(StoreContent.of(store).tables("a"));
      return rows(database, "select sha256 from runs where day >= '" + day + "'").stream()
          .map(row -> String.valueOf(row.getFirst()))
          .toList();
    }
  }

  @Test
  void oldRunsExpire() throws IOException {
    add(facts("a", "2026-01-01"), 1);
    add(facts("a", "2026-01-02"), 2);
    add(facts("b", "2026-01-01"), 3);

    assertThat(Cleaning.retain(store, LocalDate.of(2026, 1, 2))).isEqualTo(2);
    assertThat(StoreContent.of(store).runs()).isEqualTo(1);
    Cleaning.run(store, NONE);
    assertThat(files("data")).isEqualTo(4);
    assertThat(files("manifest")).isEqualTo(1);
    assertThat(files("traces")).isEqualTo(1);
    add(facts("a", "2026-01-01"), 1);
    assertThat(StoreContent.of(store).runs()).isEqualTo(2);
  }

  @Test
  void aDamagedCommitKeepsAllFiles() throws IOException {
    add(facts("a", "2026-01-01"), 1);
    try (Stream<Path> commits = Files.list(store.manifest())) {
      Path commit = commits.findFirst().orElseThrow();
      Files.write(commit, java.util.Arrays.copyOf(Files.readAllBytes(commit), 50));
    }
    assertThatThrownBy(() -> Cleaning.run(store, NONE)).isInstanceOf(StoreFormatException.class);
    assertThat(files("data")).isEqualTo(4);
    assertThat(verified().problems()).hasSize(1);
  }

  @Test
  void verificationFindsEachChange() throws IOException {
    add(facts("a", "2026-01-01"), 1);
    assertThat(verified())
        .extracting(Verification::runs, Verification::files)
        .containsExactly(1, 5);
    List<Path> files;
    try (Stream<Path> all = Files.walk(place)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(each -> !each.endsWith("store.json"))
              .sorted()
              .toList();
    }
    assertThat(files).hasSize(6);
    for (Path each : files) {
      byte[] content = Files.readAllBytes(each);
      byte[] changed = content.clone();
      changed[content.length / 3] ^= 1;
      Files.write(each, changed);
      assertThat(verified().problems()).as(each.toString()).isNotEmpty();
      Files.write(each, content);
      assertThat(verified().problems()).isEmpty();
    }
  }
}
