package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adding to a store, alone, beside others, and up to any moment of its end. */
class RunStoreTest {
  private static final Facts FACTS = Facts.of(Map.of("app", "org.example", "day", "2026-01-02"));
  private static final long START = 1_700_000_000_000_000L;

  @TempDir private Path folder;
  private Path place;

  @BeforeEach
  void init() throws IOException {
    place = folder.resolve("store");
    RunStore.init(place);
  }

  private Path trace(int number) throws IOException {
    Path file = folder.resolve("run" + number + ".trace");
    if (!Files.exists(file)) {
      SimulatedRun.write(file, START + number, 100, 200 + number, 300);
    }
    return file;
  }

  private static void add(RunStore store, Path... files) throws IOException {
    try (var adding = store.adding(false)) {
      for (Path each : files) {
        adding.add(each, TraceOptions.PLAIN, FACTS);
      }
    }
  }

  private StoreContent content() throws IOException {
    return StoreContent.of(RunStore.open(place));
  }

  @Test
  void aStoreIsMadeOnce() throws IOException {
    assertThatThrownBy(() -> RunStore.init(place))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageContaining("is a store already");
    assertThatThrownBy(() -> RunStore.init(folder)).hasMessageContaining("is not empty");
    assertThatThrownBy(() -> RunStore.open(folder)).hasMessageContaining("is not a store of runs");
    Files.writeString(place.resolve("store.json"), "{\"format\": 2}");
    assertThatThrownBy(() -> RunStore.open(place)).isInstanceOf(StoreFormatException.class);
  }

  @Test
  void aTraceWithoutAllCallsIsNoRun() throws IOException {
    Path file = folder.resolve("short.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 9, 9);
      out.key("untraced-calls", "1234");
    }

    assertThatThrownBy(() -> add(RunStore.open(place), file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("short.trace")
        .hasMessageContaining("does not have all calls");
    assertThat(content().runs()).isZero();
  }

  /** A process that adds on reads each commit once. */
  @Test
  void whatOthersCommitIsSeenByOneThatAddsOn() throws IOException {
    RunStore one = RunStore.open(place);
    RunStore other = RunStore.open(place);
    add(one, trace(1));
    add(other, trace(2));

    try (var adding = one.adding(false)) {
      assertThat(adding.add(trace(2), TraceOptions.PLAIN, FACTS)).isFalse();
    }
    Cleaning.retain(other, LocalDate.parse("2026-02-01"));
    try (var adding = one.adding(false)) {
      assertThat(adding.add(trace(1), TraceOptions.PLAIN, FACTS)).isTrue();
    }
    assertThat(content().runs()).isEqualTo(1);
  }

  @Test
  void aRunIsThereOnce() throws IOException {
    RunStore store = RunStore.open(place);
    try (var adding = store.adding(true)) {
      assertThat(adding.add(trace(1), TraceOptions.PLAIN, FACTS)).isTrue();
      assertThat(adding.add(trace(1), TraceOptions.PLAIN, FACTS)).isFalse();
    }
    try (var adding = store.adding(false)) {
      assertThat(adding.add(trace(1), TraceOptions.PLAIN, FACTS)).isFalse();
      assertThat(adding.add(trace(2), TraceOptions.PLAIN, FACTS)).isTrue();
    }

    assertThat(content().runs()).isEqualTo(2);
    assertThat(content().rows(StoreTable.RUNS)).isEqualTo(2);
    assertThat(content().rows(StoreTable.METHOD_RUN)).isEqualTo(6);
    assertThat(store.traceFile(Sha256.of(trace(1)))).hasSameBinaryContentAs(trace(1));
  }

  @Test
  void factsAreTakenFromTheFirstThatHasThem() throws IOException {
    Path trace = trace(1);
    Files.writeString(
        trace.resolveSibling("run1.trace.meta.json"),
        "{\"app\": \"from.file\", \"api\": 35, \"device\": null}");
    try (var adding = RunStore.open(place).adding(false)) {
      adding.add(trace, TraceOptions.PLAIN, Facts.of(Map.of("version", "1")));
      assertThatThrownBy(() -> adding.add(trace(2), TraceOptions.PLAIN, Facts.NONE))
          .hasMessageContaining("the run's application is not known");
    }

    // The day is that of the trace's header.
    assertThat(content().partitions())
        .extracting(StoreContent.Partition::app, StoreContent.Partition::day)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("from.file", "2023-11-14"));
  }

  @Test
  void aFileOfFactsIsChecked() throws IOException {
    for (String text : List.of("{\"model\": 1}", "{\"api\": \"x\"}", "[]", "{\"app\": {}}", "{")) {
      Path file = Files.writeString(folder.resolve("facts.json"), text);
      assertThatThrownBy(() -> Facts.read(file)).isInstanceOf(StoreFormatException.class);
    }
  }

  @Test
  void whatIsNoTraceIsLeftOut() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "no trace");
    try (var adding = RunStore.open(place).adding(false)) {
      assertThatThrownBy(() -> adding.add(other, TraceOptions.PLAIN, FACTS))
          .isInstanceOf(TraceFormatException.class);
      adding.add(trace(1), TraceOptions.PLAIN, FACTS);
    }
    assertThat(content().runs()).isEqualTo(1);
  }

  @Test
  void aContentIsReadAgainWhenItHasChanged() throws IOException {
    RunStore store = RunStore.open(place);
    add(store, trace(1));
    StoreContent first = store.content();

    assertThat(store.content()).isSameAs(first);
    add(RunStore.open(place), trace(2));
    assertThat(store.content().runs()).isEqualTo(2);
    String added = store.commits().getLast();
    byte[] whole = Files.readAllBytes(store.manifest().resolve(added));
    store = RunStore.open(place);
    Files.write(store.manifest().resolve(added), java.util.Arrays.copyOf(whole, 20));
    assertThat(store.content().runs()).isEqualTo(1);
    Files.write(store.manifest().resolve(added), whole);
    assertThat(store.content().runs()).isEqualTo(2);
  }

  /** A process that is killed leaves files at most: nothing of its runs is seen. */
  @Test
  void thereAreNoHalfRuns() throws IOException {
    RunStore store = RunStore.open(place);
    add(store, trace(1));
    Trace trace = TraceReader.open(trace(2));
    var source = new Source("run2.trace", 1, Sha256.of(trace(2)), "");
    var part = new PartWriter("org.example", "2026-01-02", 1);
    part.add(RunRows.of(source, FACTS, trace, Display.NONE));
    Part written = part.write(place, store.newId(), store.newOrder(1));

    assertThat(content().runs()).isEqualTo(1);
    var commit = new Commit(2, List.of(written), List.of());
    byte[] content = commit.content();
    Path file = store.manifest().resolve(commit.name(content));
    for (int length : new int[] {0, 1, content.length / 2, content.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(content, length));
      assertThat(content().runs()).isEqualTo(1);
      assertThat(content().damaged()).hasSize(1);
    }
    Files.write(file.resolveSibling("." + file.getFileName() + ".1.part"), content);
    Files.delete(file);
    assertThat(content().damaged()).isEmpty();
    store.commit(commit);
    assertThat(content().runs()).isEqualTo(2);
  }

  @Test
  void writersAtOnceLoseNothing() throws Exception {
    int runs = 40;
    for (int i = 0; i < runs; i++) {
      trace(i);
    }
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int writer = i;
        ends.add(threads.submit(() -> addSome(place, folder, runs, writer)));
      }
      for (Future<?> each : ends) {
        each.get();
      }
    }

    assertThat(content().runs()).isEqualTo(runs);
    assertThat(content().damaged()).isEmpty();
  }

  /** Commits of few runs each, in another order than the other writers. */
  private static Void addSome(Path place, Path folder, int runs, int writer) throws IOException {
    var random = new Random(writer);
    RunStore store = RunStore.open(place);
    List<Integer> order =
        Stream.iterate(0, i -> i + 1).limit(runs).collect(Collectors.toCollection(ArrayList::new));
    java.util.Collections.shuffle(order, random);
    for (int from = 0; from < runs; from += 4) {
      Path[] some = new Path[4];
      for (int i = 0; i < 4; i++) {
        some[i] = folder.resolve("run" + order.get(from + i) + ".trace");
      }
      add(store, some);
    }
    return null;
  }

  /** A writer in a process of its own. */
  public static void main(String[] args) throws IOException {
    addSome(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]), args[3].length());
  }

  @Test
  @FullTier("starts Java VMs")
  void processesAtOnceLoseNothing() throws Exception {
    for (int i = 0; i < 40; i++) {
      trace(i);
    }
    List<Process> writers = new ArrayList<>();
    for (String name : List.of("a", "bb")) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  RunStoreTest.class.getName(),
                  place.toString(),
                  folder.toString(),
                  "40",
                  name)
              .inheritIO()
              .start());
    }
    for (Process each : writers) {
      assertThat(each.waitFor()).isZero();
    }
    assertThat(content().runs()).isEqualTo(40);
  }

  /** A process that is ended in the middle leaves a store that others go on with. */
  @Test
  @FullTier("starts Java VMs")
  void aProcessIsKilledAtAnyMoment() throws Exception {
    for (int i = 0; i < 40; i++) {
      trace(i);
    }
    int before = 0;
    for (int round = 0; round < 4; round++) {
      Process writer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  RunStoreTest.class.getName(),
                  place.toString(),
                  folder.toString(),
                  "40",
                  "a")
              .start();
      while (writer.isAlive() && content().runs() == before) {
        Thread.onSpinWait();
      }
      writer.destroyForcibly().waitFor();
      assertThat(content().damaged()).isEmpty();
      int runs = content().runs();
      assertThat(runs % 4).isZero();
      assertThat(content().tables(null)).hasSize(StoreTable.values().length);
      before = runs;
    }
    addSome(place, folder, 40, 3);
    assertThat(content().runs()).isEqualTo(40);
  }

  @Test
  void everyRealTraceCanBeAdded() throws IOException {
    List<Path> traces = RealTraces.readable();
    RunStore store = RunStore.open(place);
    try (var adding = store.adding(false)) {
      for (Path each : traces) {
        adding.add(each, TraceOptions.PLAIN, FACTS);
      }
    }
    assertThat(content().runs()).isGreaterThanOrEqualTo(9);
    assertThat(content().tables("org.example")).hasSize(StoreTable.values().length);
  }

  /** What takes time in a run is in its rows. */
  @Test
  void rowsAddUpToTheReport() throws IOException {
    for (Path each : RealTraces.readable()) {
      Trace trace = TraceReader.open(each);
      RunRows rows = RunRows.of(new Source("", 1, "00".repeat(32), ""), FACTS, trace, Display.NONE);
      long calls = 0;
      long self = 0;
      for (Cost cost : FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD)) {
        calls += cost.calls();
        self += cost.exclusiveWall();
      }
      assertThat(rows.calls()).isEqualTo(calls);
      assertThat(rows.methods().stream().mapToLong(row -> row.selfAndTotalOfWallAndCpu()[0]).sum())
          .isEqualTo(self);
      if (!trace.info().sampled()) {
        assertThat(
                rows.methods().stream()
                    .flatMapToLong(row -> java.util.Arrays.stream(row.durations()))
                    .sum())
            .isEqualTo(calls);
      }
    }
  }

  /** Others may write files of other lengths, columns or rows to a store. */
  @Test
  void filesThatAreNotAsTheManifestSaysAreRefused() throws IOException {
    add(RunStore.open(place), trace(1));
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        place.resolve("data"),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(files).hasSize(4);
    for (Path each : files) {
      byte[] content = Files.readAllBytes(each);
      Files.write(each, new byte[content.length]);
      refused();
      Files.write(each, new byte[10]);
      refused();
      Files.delete(each);
      refused();
      Files.write(each, content);
    }
    assertThat(content().tables(null)).isNotEmpty();
  }

  @Test
  void aFolderThatIsAPatternIsRefused() throws IOException {
    Path odd = folder.resolve("runs[1]");
    RunStore store = RunStore.init(odd);
    add(store, trace(1));
    assertThatThrownBy(() -> StoreContent.of(store).tables(null))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageContaining("for a pattern");
  }

  private void refused() {
    assertThatThrownBy(() -> content().tables(null)).isInstanceOf(StoreFormatException.class);
  }
}
