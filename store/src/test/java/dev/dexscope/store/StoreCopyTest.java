package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.process.Tethered;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.s3.S3Exception;
import dev.dexscope.store.s3.S3Folder;
import dev.dexscope.store.s3.S3Settings;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.TraceOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores copied to and from a server with the interface of S3, which checks each signature. */
@FullTier("starts a server of objects")
@NeedsPeer(Peer.S3PROXY)
class StoreCopyTest {
  private static final String KEY = "one-key";
  private static final String SECRET = "its+secret/";
  private static final long START = 1_700_000_000_000_000L;
  private static final Pattern LISTENING =
      Pattern.compile("Started ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)\\}");

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Process server;

  private S3Settings settings = new S3Settings("", "", "", "", "");
  private int runs;

  @BeforeEach
  void start() throws IOException {
    Path objects = folder.resolve("objects");
    Files.createDirectories(objects.resolve("bucket"));
    Path configuration =
        Files.write(
            folder.resolve("s3proxy.properties"),
            List.of(
                "s3proxy.authorization=aws-v2-or-v4",
                "s3proxy.identity=" + KEY,
                "s3proxy.credential=" + SECRET,
                "s3proxy.endpoint=http://127.0.0.1:0",
                "jclouds.provider=filesystem-nio2",
                "jclouds.identity=none",
                "jclouds.credential=none",
                "jclouds.filesystem.basedir=" + objects));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(Tethered.words(Peer.S3PROXY.path().resolve("*"), "org.gaul.s3proxy.Main"));
    command.addAll(List.of("--properties", configuration.toString()));
    server = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader out = server.inputReader();
    while (true) {
      String line = out.readLine();
      if (line == null) {
        throw new IOException("the server does not start");
      }
      Matcher found = LISTENING.matcher(line);
      if (found.find()) {
        settings = with("http://127.0.0.1:" + found.group(1), KEY, SECRET);
        break;
      }
    }
    // It logs each request.
    Thread.ofPlatform().daemon().start(() -> discard(out));
  }

  private static void discard(BufferedReader out) {
    try {
      while (out.readLine() != null) {
        // It is not needed.
      }
    } catch (IOException e) {
      // The server was ended.
    }
  }

  private static S3Settings with(String endpoint, String key, String secret) {
    return new S3Settings(endpoint, "us-east-1", key, secret, "");
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  private S3Folder objects() {
    return S3Folder.of("s3://bucket/team/runs", settings);
  }

  private RunStore store(String name) throws IOException {
    return RunStore.init(folder.resolve(name));
  }

  private void add(RunStore store, int count) throws IOException {
    try (var adding = store.adding(true)) {
      for (int i = 0; i < count; i++) {
        int run = runs++;
        Path trace = folder.resolve("run" + run + ".trace");
        SimulatedRun.write(trace, START + run, 100, 200 + run, 300);
        Facts facts = Facts.of(Map.of("app", "org.example", "day", "2026-01-02"));
        adding.add(trace, TraceOptions.PLAIN, facts);
      }
    }
  }

  private static void assertSame(RunStore one, Path other, int runs) throws IOException {
    Verification verified = Verification.of(RunStore.open(other), _ -> {});
    assertThat(verified.problems()).isEmpty();
    assertThat(verified.runs()).isEqualTo(runs);
    assertThat(StoreContent.of(RunStore.open(other)).partitions())
        .isEqualTo(StoreContent.of(one).partitions());
  }

  @Test
  void whatIsMissingIsCopiedBothWays() throws IOException {
    RunStore first = store("first");
    add(first, 3);
    Path second = folder.resolve("second");
    try (S3Folder objects = objects()) {
      assertThatThrownBy(() -> StoreCopy.pull(second, objects, true, _ -> {}))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageContaining("is not a store of runs");
      StoreCopy pushed = StoreCopy.push(first, objects, _ -> {});
      assertThat(pushed.commits()).isEqualTo(1);
      assertThat(pushed.files()).isEqualTo(4 + 3);
      assertThat(StoreCopy.push(first, objects, _ -> {})).isEqualTo(new StoreCopy(0, 0, 0));

      StoreCopy pulled = StoreCopy.pull(second, objects, true, _ -> {});
      assertThat(pulled).isEqualTo(pushed);
      assertSame(first, second, 3);

      add(RunStore.open(second), 2);
      add(first, 4);
      StoreCopy.push(RunStore.open(second), objects, _ -> {});
      StoreCopy.push(first, objects, _ -> {});
      StoreCopy.pull(second, objects, false, _ -> {});
      StoreCopy.pull(first.folder(), objects, false, _ -> {});
      assertSame(first, second, 9);
      assertThat(StoreCopy.pull(first.folder(), objects, true, _ -> {}).files()).isEqualTo(2);
    }
  }

  /** What was put together here is so there, whatever has been deleted. */
  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void compactionIsCopied() throws IOException {
    RunStore first = store("first");
    add(first, 3);
    Path second = folder.resolve("second");
    Path third = folder.resolve("third");
    try (S3Folder objects = objects()) {
      StoreCopy.push(first, objects, _ -> {});
      StoreCopy.pull(second, objects, false, _ -> {});
      add(first, 2);
      Compaction.of(first).run(new DuckDb(Peer.DUCKDB_JAR.path()), Fleet.MEMORY, _ -> {});
      // The second commit's files are gone before they were copied.
      Cleaning.run(first, Duration.ofSeconds(-10));
      StoreCopy.push(first, objects, _ -> {});
      StoreCopy.pull(second, objects, false, _ -> {});
      StoreCopy.pull(third, objects, false, _ -> {});
    }
    assertSame(first, second, 5);
    assertSame(first, third, 5);
  }

  @Test
  void machinesAtOnceLoseNothing() throws Exception {
    int machines = 4;
    List<RunStore> stores = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      stores.add(store("machine" + i));
      add(stores.get(i), 2);
    }
    try (var threads = Executors.newFixedThreadPool(machines);
        S3Folder objects = objects()) {
      List<Future<StoreCopy>> ends = new ArrayList<>();
      for (RunStore each : stores) {
        ends.add(threads.submit(() -> StoreCopy.push(each, objects, _ -> {})));
      }
      for (Future<StoreCopy> each : ends) {
        each.get();
      }
      Path all = folder.resolve("all");
      StoreCopy.pull(all, objects, false, _ -> {});
      assertThat(StoreContent.of(RunStore.open(all)).runs()).isEqualTo(2 * machines);
    }
  }

  /** A push that was ended early leaves files without a commit, which nobody reads. */
  @Test
  void aCopyThatWasEndedIsCompleted() throws IOException {
    RunStore first = store("first");
    add(first, 2);
    Path second = folder.resolve("second");
    try (S3Folder objects = objects()) {
      StoreCopy.push(first, objects, _ -> {});
      try (Stream<Path> all = Files.walk(folder.resolve("objects"))) {
        for (Path each : all.filter(file -> file.toString().contains("manifest/")).toList()) {
          if (Files.isRegularFile(each)) {
            Files.delete(each);
          }
        }
      }
      StoreCopy.pull(second, objects, false, _ -> {});
      assertThat(StoreContent.of(RunStore.open(second)).runs()).isZero();
      assertThat(StoreCopy.push(first, objects, _ -> {})).isEqualTo(new StoreCopy(1, 0, 0));
      StoreCopy.pull(second, objects, true, _ -> {});
    }
    assertSame(first, second, 2);
  }

  @Test
  void damageIsNotCopied() throws IOException {
    RunStore first = store("first");
    add(first, 1);
    Path file;
    try (Stream<Path> all = Files.walk(first.folder().resolve("data"))) {
      file = all.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] content = Files.readAllBytes(file);
    byte[] other = content.clone();
    other[content.length / 2] ^= 1;
    Files.write(file, other);
    Path second = folder.resolve("second");
    try (S3Folder objects = objects()) {
      assertThatThrownBy(() -> StoreCopy.push(first, objects, _ -> {}))
          .isInstanceOf(StoreFormatException.class)
          .hasMessageContaining(file.toString());
      assertThat(objects.list("manifest/")).isEmpty();
      Files.write(file, content);
      StoreCopy.push(first, objects, _ -> {});

      String key = first.folder().relativize(file).toString();
      objects.put(key, other);
      assertThatThrownBy(() -> StoreCopy.pull(second, objects, false, _ -> {}))
          .isInstanceOf(StoreFormatException.class)
          .hasMessageContaining("s3://bucket/team/runs/" + key);
      assertThat(StoreContent.of(RunStore.open(second)).runs()).isZero();
      // More bytes than the manifest names are not received.
      objects.put(key, new byte[content.length + 100_000]);
      assertThatThrownBy(() -> StoreCopy.pull(second, objects, false, _ -> {}))
          .isInstanceOf(S3Exception.class)
          .hasMessageContaining("longer than it may be");
      String commit = objects.list("manifest/").keySet().iterator().next();
      objects.put(commit, new byte[100]);
      assertThatThrownBy(() -> StoreCopy.pull(second, objects, false, _ -> {}))
          .isInstanceOf(StoreFormatException.class);
    }
  }

  @Test
  void refusalsNameTheReasonAndNoKeys() throws IOException {
    RunStore first = store("first");
    add(first, 1);
    try (S3Folder objects =
        S3Folder.of("s3://bucket/x", with(settings.endpoint(), KEY, "not-the-secret"))) {
      assertThatThrownBy(() -> StoreCopy.push(first, objects, _ -> {}))
          .isInstanceOf(S3Exception.class)
          .hasMessageContaining("SignatureDoesNotMatch")
          .hasMessageNotContaining("not-the-secret");
    }
    try (S3Folder objects = S3Folder.of("s3://no-such-bucket/x", settings)) {
      assertThatThrownBy(() -> StoreCopy.push(first, objects, _ -> {}))
          .hasMessageContaining("NoSuchBucket")
          .hasMessageContaining("make the bucket first");
    }
    try (S3Folder objects = objects()) {
      objects.put("other.txt", new byte[1]);
      assertThatThrownBy(() -> StoreCopy.push(first, objects, _ -> {}))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageContaining("has objects that are no store");
    }
    server.destroyForcibly();
    try (S3Folder objects = objects()) {
      assertThatThrownBy(() -> objects.list("")).hasMessageContaining("cannot be reached");
    }
  }

  /** A list has a thousand names on a page. */
  @Test
  void listsOfManyObjectsAreWhole() {
    try (S3Folder objects = objects()) {
      for (int i = 0; i < 1100; i++) {
        objects.put("a=b/" + i, new byte[0]);
      }
      assertThat(objects.list("")).hasSize(1100).containsKey("a=b/1099");
    }
  }
}
