package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.traces.JsonSchemaTest;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store and questions about it, as a user types them. */
@FullTier("starts the packaged application and a database")
@NeedsPeer(Peer.DUCKDB_JAR)
class FleetIT {
  @TempDir private static Path folder;

  /** Of version 2 a method takes twice as long. */
  @BeforeAll
  static void fill() throws IOException, InterruptedException {
    dexscope("sql", "install", "--from", Peer.DUCKDB_JAR.path().toString());
    Path traces = Files.createDirectories(folder.resolve("traces"));
    for (int version = 1; version <= 2; version++) {
      for (int run = 0; run < 4; run++) {
        Path trace = traces.resolve(version + "-" + run + ".trace");
        write(trace, 5000 + 20 * run + version, version * (3000L + 10L * run));
        Files.writeString(
            traces.resolve(trace.getFileName() + ".meta.json"),
            "{\"app\": \"org.example\", \"version\": \"" + version + "\"}");
      }
    }
    dexscope("store", "init", store());
    assertThat(dexscope("store", "add", store(), traces.toString()).out()).startsWith("8 added");
  }

  private static void write(Path file, long own, long callee) throws IOException {
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "org.example.Shop", "run", "()V", "Shop.java", 1));
      out.method(new Method(8, "org.example.Cart", "total", "()J", "Cart.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 10, 10);
      out.record(1, 8, TraceviewWriter.EXIT, 10 + callee, 10 + callee);
      out.record(1, 4, TraceviewWriter.EXIT, own + callee, own + callee);
    }
  }

  private static String store() {
    return folder.resolve("store").toString();
  }

  private static Run dexscope(String... arguments) throws IOException, InterruptedException {
    return Packaged.dexscope(folder, arguments);
  }

  @Test
  void aRegressionFailsABuild() throws Exception {
    Run run =
        dexscope(
            "fleet",
            "regressions",
            "--store",
            store(),
            "--from",
            "1",
            "--to",
            "2",
            "--fail-on",
            "10%",
            "--html",
            "changes.html");

    assertThat(folder.resolve("changes.html"))
        .content()
        .contains("<title>org.example: 1 → 2</title>", "org.example.Cart.total()");
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.out())
        .startsWith(
            "before: 4 runs of 1\nafter:  4 runs of 2\nexclusive elapsed time of a run; 1 kind")
        .containsPattern("\\+100\\.0%.* regressed +org.example.Cart.total\\(\\)")
        .contains("2 proven regressions of 10.0% or more");
    Run back =
        dexscope(
            "fleet",
            "regressions",
            "--store",
            store(),
            "--from",
            "2",
            "--to",
            "1",
            "--fail-on",
            "10%",
            "--json");
    assertThat(back.out()).contains("\"improved\"");
    JsonSchemaTest.check("fleet", back);
  }

  @Test
  void runsAreListedAndShown() throws Exception {
    String runs = dexscope("store", "ls", store(), "--app-version", "2", "--json").out();
    assertThat(runs.lines().filter(line -> line.contains("\"version\" : \"2\""))).hasSize(4);
    String run = runs.split("\"run\" : \"", -1)[1].substring(0, 16);
    assertThat(dexscope("store", "show", store(), run).out()).contains("app        org.example");
    assertThat(dexscope("store", "show", store(), "0".repeat(64)).exit()).isEqualTo(3);
  }

  @Test
  void compactionChangesNoAnswer() throws Exception {
    Run before = dexscope("fleet", "top", "--store", store(), "--json");
    assertThat(before.exit()).as(before.err()).isZero();
    assertThat(dexscope("store", "compact", store()).exit()).isZero();
    assertThat(dexscope("fleet", "top", "--store", store(), "--json")).isEqualTo(before);
    assertThat(
            dexscope("fleet", "sql", "select count(*) n from runs", "--store", store(), "--csv")
                .out())
        .isEqualTo("n\r\n8\r\n");
  }
}
