package dev.dexscope.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitorSettings;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.RunStore;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.web.MonitorServer;
import dev.dexscope.web.OpenApi;
import dev.dexscope.web.fleet.FleetApi;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Limits;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ServeApiTest {
  private static final StoreLimits LIMITS =
      new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 30, 0, 64);
  private static final byte[] TRACE = "main;app.Main.run 5\n".getBytes(StandardCharsets.UTF_8);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path folder;

  /** One for all, because its processes take a while to start. */
  @SuppressWarnings("NullAway.Init")
  private static TraceStore store;

  private final Map<String, String> tokens = new ConcurrentHashMap<>();
  private Routes routes = new Routes();

  @SuppressWarnings("NullAway.Init")
  private WebServer server;

  @BeforeAll
  static void open() throws IOException {
    store = TraceStore.open(folder, LIMITS);
  }

  @AfterAll
  static void close() throws IOException {
    CLIENT.close();
    store.close();
  }

  @BeforeEach
  void start() throws IOException {
    start(new ServeOptions("", true, 200), new Access(Access.LOOPBACK, ""));
  }

  private void start(ServeOptions options, Access access) throws IOException {
    routes = new Routes();
    new ServeApi(store, options, false).addTo(routes);
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = WebServer.start(at, access, Limits.USUAL, routes);
  }

  private void startAnew(ServeOptions options, Access access) throws IOException {
    server.close();
    start(options, access);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (Map.Entry<String, String> each : tokens.entrySet()) {
      store.delete(each.getKey(), each.getValue());
    }
    assertThat(store.entries()).isEmpty();
    assertThat(leftovers()).isZero();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request(path));
  }

  private HttpResponse<String> post(String path, byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request = request(path).POST(BodyPublishers.ofByteArray(body));
    HttpResponse<String> answer = send(headers.length == 0 ? request : request.headers(headers));
    if (answer.statusCode() == 201) {
      tokens.put(field(answer, "id"), field(answer, "token"));
    }
    return answer;
  }

  private HttpResponse<String> delete(String id, String... headers) throws Exception {
    HttpRequest.Builder request = request("/api/v1/traces/" + id).DELETE();
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  private static String field(HttpResponse<String> answer, String name) {
    Matcher found = Pattern.compile('"' + name + "\":\"?([^\",}]*)").matcher(answer.body());
    assertThat(found.find()).as(answer.body()).isTrue();
    return found.group(1);
  }

  private static byte[] form(String head, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(("--X\r\n" + head + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(content);
    out.writeBytes("\r\n--X--\r\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private HttpResponse<String> postForm(String head, byte[] content) throws Exception {
    return post(
        "/api/v1/traces", form(head, content), "Content-Type", "multipart/form-data; boundary=X");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var packed = new GZIPOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  private long leftovers() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("parts"))) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void fromUploadToFlameGraphToDelete() throws Exception {
    byte[] real = Files.readAllBytes(RealTraces.file("art11-threads-buffered.trace"));

    HttpResponse<String> created = post("/api/v1/traces?name=app.trace", real);

    String id = field(created, "id");
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(field(created, "url")).isEqualTo("http://127.0.0.1:" + server.port() + "/t/" + id);
    assertThat(created.headers().firstValue("Location")).contains(field(created, "url"));
    assertThat(field(created, "title")).isEqualTo("app.trace");
    assertThat(field(created, "threads")).isEqualTo("4");

    HttpResponse<String> svg = get("/traces/" + id + "/flame.svg");
    assertThat(svg.headers().firstValue("Content-Type")).contains("image/svg+xml");
    assertThat(svg.body()).startsWith("<svg").contains("Hi.boom");
    assertThat(get("/traces/" + id + "/flame.json").body()).startsWith("{\"name\":\"all\"");
    assertThat(get("/api/v1/traces/" + id + "/entry").body()).doesNotContain("token");

    assertThat(delete(id).statusCode()).isEqualTo(401);
    assertThat(delete(id, "Authorization", "Bearer wrong").statusCode()).isEqualTo(403);
    assertThat(get("/traces/" + id + "/flame.svg").statusCode()).isEqualTo(200);
    String token = field(created, "token");
    assertThat(delete(id, "Authorization", "Bearer " + token).statusCode()).isEqualTo(204);
    assertThat(delete(id, "Authorization", "Bearer " + token).statusCode()).isEqualTo(404);
    assertThat(get("/traces/" + id + "/flame.svg").statusCode()).isEqualTo(404);
    assertThat(get("/api/v1/traces/" + id + "/entry").statusCode()).isEqualTo(404);
  }

  @Test
  void takesForms() throws Exception {
    HttpResponse<String> created =
        postForm(
            "Content-Disposition: form-data; name=\"file\"; filename=\"a b.trace\"\r\n"
                + "Content-Type: application/octet-stream",
            TRACE);

    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    assertThat(field(created, "title")).isEqualTo("a b.trace");
    assertThat(store.file(field(created, "id")).orElseThrow()).hasBinaryContent(TRACE);
    assertThat(postForm("Content-Disposition: form-data; name=\"other\"", TRACE).statusCode())
        .isEqualTo(400);
    assertThat(post("/api/v1/traces", TRACE, "Content-Type", "multipart/form-data").statusCode())
        .isEqualTo(400);
    byte[] whole = form("Content-Disposition: form-data; name=\"file\"", TRACE);
    byte[] cut = Arrays.copyOf(whole, whole.length - 8);
    HttpResponse<String> broken =
        post("/api/v1/traces", cut, "Content-Type", "multipart/form-data; boundary=X");
    assertThat(broken.statusCode()).isEqualTo(400);
    assertThat(broken.body()).contains("breaks off");
    assertThat(store.entries()).hasSize(1);
  }

  @Test
  void takesPackedBodies() throws Exception {
    HttpResponse<String> created = post("/api/v1/traces", gzip(TRACE), "Content-Encoding", "gzip");

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(store.file(field(created, "id")).orElseThrow()).hasBinaryContent(TRACE);

    byte[] bomb = gzip(new byte[100 << 20]);
    String[] packed = {"Content-Encoding", "gzip"};
    assertThat(post("/api/v1/traces", bomb, packed).statusCode()).isEqualTo(413);
    byte[] cut = Arrays.copyOf(gzip(TRACE), 20);
    assertThat(post("/api/v1/traces", cut, packed).statusCode()).isEqualTo(400);
    assertThat(post("/api/v1/traces", TRACE, packed).statusCode()).isEqualTo(400);
    assertThat(post("/api/v1/traces", TRACE, "Content-Encoding", "br").statusCode()).isEqualTo(415);
  }

  @Test
  void whatIsNoTraceIsRefusedWithTheReason() throws Exception {
    HttpResponse<String> refused = post("/api/v1/traces?name=%3Cb%3E%1B%5B2J.trace", new byte[100]);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("<b>[2J.trace: at 0x0: ")
        .doesNotContain(folder.toString())
        .doesNotContain("\u001b");
  }

  @Test
  void aMappingOfAStrangerIsSmall() throws Exception {
    server.close();
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = ServeServer.start(store, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL);

    byte[] small = "a.A -> a:\n".getBytes(StandardCharsets.UTF_8);
    var mappings = request("/api/v1/mappings");
    assertThat(send(mappings.POST(BodyPublishers.ofByteArray(small))).statusCode()).isEqualTo(201);
    byte[] large = new byte[(64 << 20) + 1];
    assertThat(send(mappings.POST(BodyPublishers.ofByteArray(large))).statusCode()).isEqualTo(413);
  }

  @Test
  void mappingsOnTheirWayOfOneClientAreFew() throws Exception {
    server.close();
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = ServeServer.start(store, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL);
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        slow.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        String isAskedForMore = i < 2 ? "HTTP/1.1 100" : "HTTP/1.1 429";
        assertThat(beginMapping(slow.get(i))).isEqualTo(isAskedForMore);
      }
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
  }

  /** Sends the head of a request with a mapping file; the first line of what comes back. */
  private static String beginMapping(Socket socket) throws IOException {
    String head =
        """
        POST /api/v1/mappings HTTP/1.1
        Host: localhost
        Expect: 100-continue
        Content-Length: 9

        """
            .replace("\n", "\r\n");
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
  }

  /** Not by its header: it sends more than it declares, or declares nothing. */
  @Test
  void tooLargeIsRefusedEarly() throws Exception {
    HttpResponse<String> said = post("/api/v1/traces", new byte[(1 << 20) + 1]);
    BodyPublisher unsaid =
        BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(new byte[2 << 20]));

    assertThat(said.statusCode()).isEqualTo(413);
    assertThat(send(request("/api/v1/traces").POST(unsaid)).statusCode()).isEqualTo(413);
  }

  @Test
  void whoSendsLessThanHeSaysLeavesNothing() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /api/v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
              .getBytes(StandardCharsets.UTF_8));
      out.write(TRACE);
      out.flush();
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    }

    assertThat(store.entries()).isEmpty();
  }

  @Test
  void namesAreShownAsTextOnly() throws Exception {
    HttpResponse<String> created =
        postForm(
            "Content-Disposition: form-data; name=\"file\";"
                + " filename=\"../../<script>alert(1)</script>\\\"\u202e.trace\"",
            TRACE);

    assertThat(field(created, "title")).isEqualTo("script>\\");
    HttpResponse<String> list = get("/api/v1/traces");
    assertThat(list.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(list.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void picturesAreSentOnce() throws Exception {
    String path = "/traces/" + field(post("/api/v1/traces", TRACE), "id") + "/flame.svg";
    String tag = get(path).headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again = send(request(path).header("If-None-Match", tag));

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    HttpResponse<byte[]> packed =
        CLIENT.send(
            request(path).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
  }

  @Test
  void listsWhereItWasAskedTo() throws Exception {
    for (int i = 0; i < 3; i++) {
      post("/api/v1/traces?name=n" + i, TRACE);
    }

    assertThat(get("/api/v1/traces?from=1&count=1").body())
        .contains("\"total\":3", "\"title\":\"n1\"")
        .doesNotContain("\"title\":\"n0\"", "token", "sha256");
    assertThat(get("/api/v1/traces?count=0").statusCode()).isEqualTo(400);
    assertThat(get("/api/v1/traces?from=-1").statusCode()).isEqualTo(400);
  }

  @Test
  void listsNothingByDefault() throws Exception {
    startAnew(new ServeOptions("https://traces.example", false, 2), new Access(Set.of(), ""));

    HttpResponse<String> created = post("/api/v1/traces", TRACE);

    assertThat(field(created, "url")).isEqualTo("https://traces.example/t/" + field(created, "id"));
    assertThat(get("/api/v1/traces").body()).isEqualTo("{\"total\":0,\"traces\":[]}");
  }

  @Test
  void eachClientHasARate() throws Exception {
    startAnew(new ServeOptions("", false, 2), new Access(Access.LOOPBACK, ""));

    assertThat(post("/api/v1/traces", TRACE).statusCode()).isEqualTo(201);
    assertThat(post("/api/v1/sample", new byte[0]).statusCode()).isEqualTo(201);
    HttpResponse<String> third = post("/api/v1/traces", TRACE);
    assertThat(third.statusCode()).isEqualTo(429);
    assertThat(third.headers().firstValue("Retry-After")).contains("30");
    assertThat(post("/api/v1/traces", TRACE, "X-Forwarded-For", "10.0.0.1, 10.0.0.2").statusCode())
        .isEqualTo(201);
  }

  @Test
  void aPrivateServersOwnersHaveTheirOwnHeader() throws Exception {
    startAnew(ServeOptions.USUAL, new Access(Access.LOOPBACK, "secret"));
    String[] server = {"Authorization", "Bearer secret"};

    assertThat(post("/api/v1/traces", TRACE).statusCode()).isEqualTo(401);
    HttpResponse<String> created = post("/api/v1/traces", TRACE, server);
    String id = field(created, "id");

    assertThat(delete(id, server).statusCode()).isEqualTo(403);
    assertThat(
            delete(id, server[0], server[1], "Owner-Token", field(created, "token")).statusCode())
        .isEqualTo(204);
  }

  /** The processes that read traces start first: longer than connections may be silent. */
  @Test
  void whatTakesLongToReadIsAnsweredAllTheSame(@TempDir Path cold) throws Exception {
    server.close();
    var impatient = new Limits(16, Duration.ofMillis(50), Duration.ofMinutes(1), 1);
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var own = new Routes();
    try (TraceStore other = TraceStore.open(cold, LIMITS)) {
      new ServeApi(other, ServeOptions.USUAL, false).addTo(own);
      server = WebServer.start(at, new Access(Access.LOOPBACK, ""), impatient, own);

      // At once: a client that is slow to begin is silent for longer than this server waits.
      String head =
          "POST /api/v1/traces HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %d\r\n\r\n"
              .formatted(server.port(), TRACE.length);
      var request = new ByteArrayOutputStream();
      request.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
      request.writeBytes(TRACE);
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.getOutputStream().write(request.toByteArray());
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
            .isEqualTo("HTTP/1.1 201");
      }
      server.close();
    }
  }

  @Test
  void thePageKnowsATraceByTheNameThatItsSenderGave() throws Exception {
    server.close();
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = ServeServer.start(store, at, new Access(Access.LOOPBACK, ""), ServeOptions.USUAL);

    String id = field(post("/api/v1/traces?name=app.trace", TRACE), "id");

    assertThat(get("/api/v1/traces/" + id).body()).contains("\"title\":\"app.trace\"");
    assertThat(get("/t/" + id).body()).contains("<title>Dexscope</title>");
    assertThat(get("/").body()).contains("Drop a trace here");
    assertThat(get("/api/v1/server").body()).contains("\"listing\":false,\"most_bytes\":1048576");
  }

  @Test
  void theSampleIsATraceLikeOthers() throws Exception {
    HttpResponse<String> created = post("/api/v1/sample", new byte[0]);

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(field(created, "title")).isEqualTo("sample.trace");
    assertThat(get("/traces/" + field(created, "id") + "/flame.svg").body()).contains("Hi.main");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/traces/x/flame.svg",
        "/traces/..%2f..%2fjournal/flame.svg",
        "/traces/x/journal",
        "/api/v1/traces/x/entry",
        "/api/v1/traces/%00/entry",
        "/traces/",
        "/parts/"
      })
  void nothingElseIsThere(String path) throws Exception {
    assertThat(get(path).statusCode()).isIn(400, 404);
  }

  /** Half of what is uploaded is read by two, then deleted, while the other half comes in. */
  @Test
  void manyUploadsReadsAndDeletionsAtOnce() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int number = i;
        all.add(threads.submit(() -> uploadReadDelete(number)));
      }
      for (Future<Integer> each : all) {
        assertThat(each.get()).isIn(200, 404, 410);
      }
    }
    assertThat(store.entries()).hasSize(25);
  }

  private int uploadReadDelete(int number) throws Exception {
    // Some have the same bytes as others.
    byte[] trace =
        ("main;app.Main.run" + number % 10 + " 5\n").repeat(2000).getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> created = post("/api/v1/traces", trace);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    String path = "/traces/" + field(created, "id") + "/flame.json";
    assertThat(get(path).statusCode()).isEqualTo(200);
    if (number % 2 == 0) {
      return 200;
    }
    var read = CLIENT.sendAsync(request(path).build(), BodyHandlers.ofString());
    String token = field(created, "token");
    assertThat(delete(field(created, "id"), "Owner-Token", token).statusCode()).isEqualTo(204);
    return read.get().statusCode();
  }

  @Test
  void everyRouteIsDescribed(@TempDir Path runs) throws Exception {
    Set<String> described = OpenApi.described(get("/api/v1/openapi.json").body());
    Set<String> served;
    try (var fleet = new FleetApi(RunStore.init(runs), DuckDb::require)) {
      served = OpenApi.of(ServeServer.routes(store, fleet, ServeOptions.USUAL));
    }
    try (Monitor monitor = new Monitor(MonitorSettings.DEFAULT)) {
      served.addAll(OpenApi.of(MonitorServer.routes(monitor)));
    }

    assertThat(described).isEqualTo(served);
  }
}
