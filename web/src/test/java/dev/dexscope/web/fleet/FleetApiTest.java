package dev.dexscope.web.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.serve.ServeOptions;
import dev.dexscope.web.serve.ServeServer;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page of an application's runs is answered. */
@NeedsPeer(Peer.DUCKDB_JAR)
class FleetApiTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String PAIR = "?from=2.9&to=2.10";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static RunStore runs;

  @SuppressWarnings("NullAway.Init")
  private static TraceStore store;

  @SuppressWarnings("NullAway.Init")
  private static FleetApi fleet;

  @SuppressWarnings("NullAway.Init")
  private static WebServer server;

  @BeforeAll
  static void start() throws IOException {
    runs = StoreOfRuns.make(folder, true);
    store = TraceStore.open(folder.resolve("traces"), StoreLimits.USUAL);
    fleet = new FleetApi(runs, () -> new DuckDb(Peer.DUCKDB_JAR.path()));
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        ServeServer.start(store, fleet, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    fleet.close();
    store.close();
    CLIENT.close();
  }

  private static HttpResponse<String> get(String address) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + address);
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static String app(String rest) throws Exception {
    HttpResponse<String> answer = get("/api/v1/fleet/" + StoreOfRuns.APP + rest);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void applicationsAndVersionsAreListed() throws Exception {
    assertThat(get("/api/v1/fleet").body())
        .isEqualTo("{\"apps\":[{\"app\":\"org.example.shop\",\"runs\":96}]}");
    assertThat(app(""))
        .isEqualTo(
            "{\"versions\":[{\"version\":\"2.7\",\"runs\":24},{\"version\":\"2.8\",\"runs\":24},"
                + "{\"version\":\"2.9\",\"runs\":24},{\"version\":\"2.10\",\"runs\":24}],"
                + "\"scenarios\":[\"start\"]}");
    assertThat(get("/api/v1/server").body()).contains("\"fleet\":true");
    assertThat(get("/fleet").body()).contains("<title>Dexscope: runs</title>");
  }

  @Test
  void whatMovedIsProven() throws Exception {
    String changes = app("/changes" + PAIR);

    assertThat(changes).contains("\"base_runs\":24,\"head_runs\":24,\"strata\":2");
    assertThat(changes)
        .containsPattern(
            "\"method\":\"org.example.shop.Cart.total\\(I\\)V\",\"name\":\"[^\"]+\","
                + "\"verdict\":\"regressed\"");
    assertThat(changes)
        .containsPattern(
            "\"method\":\"org.example.shop.Images.scale\\(I\\)V\",\"name\":\"[^\"]+\","
                + "\"verdict\":\"improved\"");
    assertThat(changes).doesNotContain("Json.parse");
    assertThat(app("/history" + PAIR + "&method=org.example.shop.Json.parse(I)V"))
        .containsPattern("\"version\":\"2.10\",\"runs\":24,\"mean_ns\":9\\d{6},");
  }

  /** The paths' figures are those of the methods: each method has one path here. */
  @Test
  void treesAreMeansOfRuns() throws Exception {
    String paths = app("/paths" + PAIR);

    assertThat(paths).contains("\"names\":[\"org.example.shop.Main.onCreate(int)\"");
    String[] methods = list(paths, "methods").replace("\"", "").split(",");
    String[] head = list(paths, "head_ns").split(",");
    String[] base = list(paths, "base_ns").split(",");
    String changes = app("/changes" + PAIR + "&inclusive=true");
    for (String each : new String[] {StoreOfRuns.SLOWER, StoreOfRuns.NEW}) {
      int number = 1;
      while (!methods[Integer.parseInt(list(paths, "\"name").split(",")[number])].equals(each)) {
        number++;
      }
      assertThat(changes)
          .containsPattern(
              Pattern.quote("\"method\":\"" + each + "\"")
                  + "[^{}]*\"base_ns\":"
                  + base[number]
                  + ",\"head_ns\":"
                  + head[number]);
    }
  }

  private static String list(String json, String name) {
    Matcher found = Pattern.compile(name + "\":\\[([^\\]]*)]").matcher(json);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void runsLeadToTheirTraces() throws Exception {
    String all = app("/runs" + PAIR + "&method=" + StoreOfRuns.NEW);

    assertThat(all).startsWith("{\"total\":48,").contains("\"version\":\"2.9\"").contains(":0,");
    Matcher trace = Pattern.compile("\"trace\":\"(run-[0-9a-f]{64})\"").matcher(all);
    assertThat(trace.find()).isTrue();
    assertThat(get("/t/" + trace.group(1)).statusCode()).isEqualTo(200);
    assertThat(get("/api/v1/traces/" + trace.group(1) + "/table").body()).contains("Json.parse");
    assertThat(get("/api/v1/traces/run-" + "0".repeat(64) + "/table").statusCode()).isEqualTo(404);
    assertThat(get("/api/v1/traces/run-..%2F..%2Fstore.json/table").statusCode())
        .isBetween(400, 404);
  }

  @Test
  void whatMakesNoSenseIsRefused() throws Exception {
    assertThat(get("/api/v1/fleet/com.other").statusCode()).isEqualTo(404);
    String app = "/api/v1/fleet/" + StoreOfRuns.APP;
    assertThat(get(app + "/changes?from=2.9&to=9").statusCode()).isEqualTo(404);
    assertThat(get(app + "/changes?from=2.9&to=2.10&by=x").statusCode()).isEqualTo(400);
    assertThat(get(app + "/runs" + PAIR + "&method=x'y").statusCode()).isEqualTo(404);
    assertThat(get(app + "/paths?from='&to=%00").statusCode()).isBetween(400, 404);
  }

  /** What is added is seen at the next request, and damage is not answered from. */
  @Test
  void theStoreIsReadAsItIs(@TempDir Path other) throws Exception {
    RunStore own = StoreOfRuns.make(other, false);
    try (var api = new FleetApi(own, () -> new DuckDb(Peer.DUCKDB_JAR.path()));
        WebServer second =
            ServeServer.start(
                store,
                api,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Access(Access.LOOPBACK, ""),
                ServeOptions.USUAL)) {
      URI uri = URI.create("http://127.0.0.1:" + second.port() + "/api/v1/fleet/org.example.shop");
      HttpRequest request = HttpRequest.newBuilder(uri).build();
      assertThat(CLIENT.send(request, BodyHandlers.ofString()).body()).contains("\"2.10\"");
      try (var adding = own.adding(false)) {
        adding.add(
            Files.writeString(other.resolve("more.trace"), "main;app.Main.run 5\n"),
            TraceOptions.PLAIN,
            Facts.of(Map.of("app", "org.example.shop", "version", "3")));
      }
      assertThat(CLIENT.send(request, BodyHandlers.ofString()).body())
          .contains("{\"version\":\"3\",\"runs\":1}");
      Path file;
      try (Stream<Path> files = Files.walk(own.folder().resolve("data"))) {
        file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
      try (var adding = own.adding(false)) {
        adding.add(
            Files.writeString(other.resolve("last.trace"), "main;app.Main.run 6\n"),
            TraceOptions.PLAIN,
            Facts.of(Map.of("app", "org.example.shop", "version", "4")));
      }
      HttpResponse<String> damaged = CLIENT.send(request, BodyHandlers.ofString());
      assertThat(damaged.statusCode()).isEqualTo(422);
      assertThat(damaged.body()).contains(file.getFileName() + ": at 0x0: is damaged");
    }
  }
}
