package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.QueryEngine;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.Table;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.TraceOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No question is answered from files that are not those that were written, by any engine. */
class DamageTest {
  private static final int TRIALS = 600;
  private static final long START = 1_700_000_000_000_000L;

  @TempDir private Path folder;
  private RunStore store;
  private List<Path> files = List.of();

  @BeforeEach
  void fill() throws IOException {
    store = RunStore.init(folder.resolve("store"));
    for (int day = 1; day <= 2; day++) {
      try (var adding = store.adding(false)) {
        for (int run = 0; run < 5; run++) {
          Path trace = folder.resolve(day + "-" + run + ".trace");
          SimulatedRun.write(trace, START + 10L * day + run, 100 + run, 200, 300, 400, 500);
          String date = "2026-01-0" + day;
          adding.add(
              trace, TraceOptions.PLAIN, Facts.of(Map.of("app", "org.example", "day", date)));
        }
      }
    }
    files = filesIn(RunStore.DATA);
  }

  private List<Path> filesIn(String name) throws IOException {
    try (Stream<Path> all = Files.walk(store.folder().resolve(name))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** An engine that is not to be reached. */
  private static final class Unreached implements QueryEngine {
    private boolean isClosed;

    @Override
    public void open(List<Table> tables) {
      throw new AssertionError("opened damaged files");
    }

    @Override
    public boolean ask(String question, long most, Duration limit, Rows rows) {
      throw new AssertionError(question);
    }

    @Override
    public boolean select(String question, long most, Duration limit, Rows rows) {
      throw new AssertionError(question);
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private void assertRefused(Path file) {
    var engine = new Unreached();
    assertThatThrownBy(() -> Fleet.open(engine, store, null))
        .isInstanceOfSatisfying(
            StoreFormatException.class, e -> assertThat(e.file()).isEqualTo(file.toString()));
    assertThat(engine.isClosed).isTrue();
  }

  /** What a medium or a copy may do to a file. */
  private static byte[] damaged(byte[] content, Random random) {
    byte[] bytes = content.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] ^= (byte) random.nextInt(1, 256);
      case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 512), (byte) ~bytes[at]);
      case 3 -> bytes = Arrays.copyOf(bytes, at);
      default -> {
        bytes = Arrays.copyOf(bytes, bytes.length + 1);
        bytes[content.length] = 1;
      }
    }
    return bytes;
  }

  @Test
  void noDamagedFileIsRead() throws IOException {
    damageFiles();
  }

  private void damageFiles() throws IOException {
    var random = new Random(42);
    for (int trial = 0; trial < TRIALS; trial++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] content = Files.readAllBytes(file);
      Files.write(file, damaged(content, random));
      assertRefused(file);
      Files.write(file, content);
    }
    assertThat(StoreContent.of(store).tables(null)).isNotEmpty();
  }

  /** Commits of earlier versions have no checksum, but the file's SHA-256. */
  @Test
  void filesOfEarlierCommitsAreCompared() throws IOException {
    for (Path each : filesIn(RunStore.MANIFEST)) {
      String text = Files.readString(each);
      String without = text.replaceAll(",\"crc32c\":\"[0-9a-f]{8}\"", "");
      assertThat(without).isNotEqualTo(text);
      byte[] content = without.getBytes(StandardCharsets.UTF_8);
      String time = each.getFileName().toString().substring(0, 14);
      Files.delete(each);
      Files.write(
          each.resolveSibling(time + Sha256.of(content).substring(0, 16) + ".json"), content);
    }
    assertThat(StoreContent.of(store).tables(null)).isNotEmpty();
    damageFiles();
  }

  /** A commit that cannot be read had runs, or took some out: answers without it would be wrong. */
  @Test
  void noQuestionIsAnsweredWithoutACommit() throws IOException {
    var random = new Random(43);
    List<Path> commits = filesIn(RunStore.MANIFEST);
    for (int trial = 0; trial < TRIALS; trial++) {
      Path file = commits.get(random.nextInt(commits.size()));
      byte[] content = Files.readAllBytes(file);
      Files.write(file, damaged(content, random));
      assertRefused(file);
      Files.write(file, content);
    }
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void damageIsNotPutIntoNewFiles() throws IOException {
    var duck = new DuckDb(Peer.DUCKDB_JAR.path());
    Path file =
        files.stream().filter(each -> each.toString().contains("method_run")).findFirst().get();
    byte[] content = Files.readAllBytes(file);
    byte[] other = content.clone();
    other[content.length / 3] ^= 4;
    Files.write(file, other);
    Compaction compaction = Compaction.of(store);
    assertThatThrownBy(() -> compaction.run(duck, Fleet.MEMORY, _ -> {}))
        .isInstanceOf(StoreFormatException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(
            () -> Fleet.open(TableDatabase.start(duck, Fleet.MEMORY), store, "org.example"))
        .isInstanceOf(StoreFormatException.class)
        .hasMessageContaining(file.toString());
    Files.write(file, content);

    assertThat(Compaction.of(store).run(duck, Fleet.MEMORY, _ -> {})).isEqualTo(2);
    List<Path> made = new ArrayList<>(filesIn(RunStore.DATA));
    made.removeAll(files);
    for (Path each : made) {
      byte[] whole = Files.readAllBytes(each);
      byte[] flipped = whole.clone();
      flipped[whole.length / 2] ^= 1;
      Files.write(each, flipped);
      assertRefused(each);
      Files.write(each, whole);
    }
  }
}
