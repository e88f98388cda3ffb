package dev.dexscope.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.web.fleet.FleetApi;
import dev.dexscope.web.fleet.StoreOfRuns;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.serve.ServeOptions;
import dev.dexscope.web.serve.ServeServer;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.traces.Sources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, and that what is committed is made of its sources. */
@FullTier("uses the page in a browser")
class PageTest {
  private static final Path PICTURES = Path.of("target/page");

  @Test
  @NeedsPeer({Peer.NODE, Peer.CHROMIUM, Peer.PAGE_TOOLS, Peer.DUCKDB_JAR})
  void everyViewDoesWhatItIsAskedFor(@TempDir Path folder) throws Exception {
    Files.createDirectories(PICTURES);
    Path noTrace = Files.writeString(folder.resolve("no.trace"), "this is no trace");
    List<Path> files =
        List.of(
            RealTraces.file("art11-threads-streaming.trace"),
            RealTraces.file("perflib-streaming.trace"),
            HostileTrace.write(folder),
            noTrace,
            profiled(folder.resolve("profile")),
            LinesProfile.write(folder),
            FusedProfile.write(folder));
    var duck = new DuckDb(Peer.DUCKDB_JAR.path());
    var access = new Access(Access.LOOPBACK, "");
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Files.writeString(
        sources.resolve("Hi.java"),
        "class Hi {\n\tstatic int fib(int n) {\n\t\treturn 1;\n\t}\n}\n");
    Path program = Files.write(folder.resolve("hi.dex"), HiProgram.dex("LHi;"));
    var shown = new Sources(List.of(sources, program));
    try (WebServer server = ViewServer.start(files, shown, 0, access, () -> duck)) {
      assertPasses("src/test/page/trace.mjs", server);
    }
  }

  /** Returns an app's trace in the form of {@code dexscope profile}, with two screens. */
  private static Path profiled(Path folder) throws IOException {
    Path screens = Files.createDirectories(folder.resolve("screens"));
    for (String each : List.of("step-0.png", "step-1.png")) {
      Files.copy(Path.of("../docs/flame.png"), screens.resolve(each));
    }
    Files.writeString(
        folder.resolve("events.tsv"),
        "PHASE\trelaunch\t0\t9000000\nSTEP\ttap:<img src=x>\t12000000\t6000000\n");
    Path trace = folder.resolve("app.trace");
    return Files.copy(RealTraces.file("art11-threads-streaming.trace"), trace);
  }

  /** Each row of docs/parity.md names the scenario that tests it. */
  @Test
  void everyRowOfTheParityTableIsTried() throws IOException {
    String scenarios = Files.readString(Path.of("src/test/page/trace.mjs"));
    List<String> rows =
        Files.readAllLines(Path.of("../docs/parity.md")).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| |"))
            .map(line ->
                line.substring(line.lastIndexOf("| ", line.length() - 2) + 2).replace(" |", ""))
            .filter(tried -> !tried.contains("by hand"))
            .toList();

    assertThat(rows)
        .hasSizeGreaterThan(25)
        .allSatisfy(row -> assertThat(scenarios).contains("check(\"" + row));
  }

  @Test
  @NeedsPeer({Peer.NODE, Peer.CHROMIUM, Peer.PAGE_TOOLS})
  void takesTracesThatAreDroppedOnIt(@TempDir Path folder) throws Exception {
    Files.createDirectories(PICTURES);
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (TraceStore store = TraceStore.open(folder, StoreLimits.USUAL);
        WebServer server =
            ServeServer.start(store, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL)) {
      assertPasses("src/test/page/serve.mjs", server);
    }
  }

  @Test
  @NeedsPeer({Peer.NODE, Peer.CHROMIUM, Peer.PAGE_TOOLS, Peer.DUCKDB_JAR})
  void showsTheRunsOfAnApplication(@TempDir Path folder) throws Exception {
    Files.createDirectories(PICTURES);
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var duck = new DuckDb(Peer.DUCKDB_JAR.path());
    try (TraceStore store = TraceStore.open(folder.resolve("traces"), StoreLimits.USUAL);
        var fleet = new FleetApi(StoreOfRuns.make(folder, true), () -> duck);
        WebServer server =
            ServeServer.start(
                store, fleet, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL)) {
      assertPasses("src/test/page/fleet.mjs", server);
    }
  }

  /** Runs a script against a server, which prints its failures. */
  private static void assertPasses(String script, WebServer server)
      throws IOException, InterruptedException {
    String root = "http://127.0.0.1:" + server.port();
    Peer.Answer answer =
        Peer.NODE.run(
            script, root, Peer.PAGE_TOOLS.path().toString(), PICTURES.toAbsolutePath().toString());
    assertThat(answer.exit()).as(answer.out()).isZero();
    assertThat(answer.out()).contains("ok the page has not complained");
  }

  @Test
  @NeedsPeer({Peer.NODE, Peer.PAGE_TOOLS})
  void whatIsCommittedIsMadeOfItsSources(@TempDir Path folder) throws Exception {
    Process process = new ProcessBuilder("../scripts/page", folder.toString()).inheritIO().start();

    assertThat(process.waitFor()).isZero();
    Path committed = Path.of("src/main/resources/dev/dexscope/web/page");
    try (var made = Files.list(folder)) {
      for (Path file : made.toList()) {
        assertThat(committed.resolve(file.getFileName()))
            .as("scripts/page makes it again")
            .hasSameTextualContentAs(file);
      }
    }
  }
}
