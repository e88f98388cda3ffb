package dev.dexscope.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Keys;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.store.StoreEntry;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Profiles from other tools' clients, and the keys of applications. */
@Timeout(120)
class IntakeTest {
  private static final StoreLimits LIMITS =
      new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 30, 0, 64);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";
  private static final String FOLDED = "main;draw 3\nmain 1\n";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static TraceStore store;

  @SuppressWarnings("NullAway.Init")
  private WebServer server;

  @BeforeAll
  static void open() throws IOException {
    store = TraceStore.open(folder.resolve("store"), LIMITS);
  }

  @AfterAll
  static void close() throws IOException {
    CLIENT.close();
    store.close();
  }

  @BeforeEach
  void start() throws Exception {
    Path keys = folder.resolve("keys");
    Files.writeString(
        keys,
        String.join(
            "\n",
            "# keys of the tests",
            "shop write " + digest("shop-writes") + " 1000",
            "shop read " + digest("shop-reads"),
            "shop admin " + digest("shop-rules"),
            "till write " + digest("till-writes") + " 2",
            "till admin " + digest("till-rules"),
            "* admin " + digest("all")));
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var access = new Access(Access.LOOPBACK, "", Keys.read(keys));
    server = ServeServer.start(store, at, access, ServeOptions.USUAL);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (StoreEntry each : store.entries()) {
      store.delete(each.id());
    }
  }

  private static String digest(String key) throws Exception {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private HttpRequest.Builder request(String path, String key) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", "Bearer " + key);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String key, byte[] body, String... headers)
      throws Exception {
    HttpRequest.Builder request = request(path, key).POST(BodyPublishers.ofByteArray(body));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  private HttpResponse<String> get(String path, String key) throws Exception {
    return send(request(path, key));
  }

  private HttpResponse<String> otlp(String key, byte[] body, String... more) throws Exception {
    String[] headers = new String[2 + more.length];
    headers[0] = "Content-Type";
    headers[1] = PROTOBUF;
    System.arraycopy(more, 0, headers, 2, more.length);
    return post("/v1development/profiles", key, body, headers);
  }

  private HttpResponse<String> ingest(String key, String query, String body) throws Exception {
    return post("/ingest?" + query, key, body.getBytes(StandardCharsets.UTF_8));
  }

  private static ProtoWriter resource(String service, long count) {
    ProtoWriter attribute =
        new ProtoWriter().text(1, "service.name").message(2, new ProtoWriter().text(1, service));
    var profile =
        new ProtoWriter()
            .message(1, new ProtoWriter().number(1, 1).number(2, 2))
            .message(2, new ProtoWriter().number(1, 1).number(4, count));
    return new ProtoWriter()
        .message(1, new ProtoWriter().message(1, attribute))
        .message(2, new ProtoWriter().message(2, profile));
  }

  private static byte[] profiles(ProtoWriter... resources) {
    var tables =
        new ProtoWriter()
            .message(2, new ProtoWriter())
            .message(2, new ProtoWriter().message(3, new ProtoWriter().number(1, 1)))
            .message(3, new ProtoWriter())
            .message(3, new ProtoWriter().number(1, 3))
            .text(5, "")
            .text(5, "cpu")
            .text(5, "nanoseconds")
            .text(5, "app.Main.main")
            .message(7, new ProtoWriter())
            .message(7, new ProtoWriter().number(1, 1));
    var message = new ProtoWriter();
    for (ProtoWriter each : resources) {
      message.message(1, each);
    }
    return message.message(2, tables).toBytes();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static List<String> apps() {
    return store.entries().stream().map(StoreEntry::app).sorted().toList();
  }

  @Test
  void openTelemetrysProfilesAreTakenOnce() throws Exception {
    byte[] request = profiles(resource("shop", 5_000_000));

    HttpResponse<String> answer = otlp("shop-writes", request);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains(PROTOBUF);
    assertThat(answer.body()).isEmpty();
    // A sender that got no answer sends it again, packed or not.
    assertThat(otlp("shop-writes", gzip(request), "Content-Encoding", "gzip").statusCode())
        .isEqualTo(200);
    assertThat(apps()).containsExactly("shop");
    assertThat(store.entries().getFirst().facts().elapsedNanos()).isEqualTo(5_000_000);
  }

  @Test
  void eachServiceOfARequestIsARun() throws Exception {
    byte[] request = profiles(resource("shop", 1), resource("till", 2));

    assertThat(otlp("all", request).statusCode()).isEqualTo(200);

    assertThat(apps()).containsExactly("shop", "till");
    assertThat(store.entries())
        .extracting(each -> each.facts().elapsedNanos())
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void whatCannotBeReadIsCountedAndNotSentAgain() throws Exception {
    // The stack's number is none.
    var profile =
        new ProtoWriter()
            .message(1, new ProtoWriter().number(1, 1).number(2, 2))
            .message(2, new ProtoWriter().number(1, 9).number(4, 1));
    ProtoWriter bad = resource("shop", 1).message(2, new ProtoWriter().message(2, profile));

    HttpResponse<String> answer = otlp("shop-writes", profiles(bad));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("9 of 2");
    assertThat(apps()).isEmpty();
  }

  @Test
  void jsonIsAnsweredInJson() throws Exception {
    String request =
        """
        {"resourceProfiles": [{"scopeProfiles": [{"profiles": [{
           "sampleType": {"typeStrindex": 1, "unitStrindex": 2},
           "samples": [{"stackIndex": 1, "values": ["7"]}]}]}]}],
         "dictionary": {"stringTable": ["", "cpu", "ns", "app.Main.main"],
           "locationTable": [{}, {"lines": [{"functionIndex": 1}]}],
           "functionTable": [{}, {"nameStrindex": 3}],
           "stackTable": [{}, {"locationIndices": [1]}]}}
        """;

    HttpResponse<String> answer =
        post(
            "/v1development/profiles",
            "shop-writes",
            request.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            JSON);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{}");
    // Without a name the application is the key's.
    assertThat(apps()).containsExactly("shop");
  }

  @Test
  void hostileRequestsAreRefused() throws Exception {
    byte[] junk = {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 1};

    assertThat(otlp("shop-writes", junk).statusCode()).isEqualTo(400);
    assertThat(
            otlp("shop-writes", gzip(new byte[2 << 20]), "Content-Encoding", "gzip").statusCode())
        .isEqualTo(413);
    assertThat(otlp("shop-writes", new byte[] {1, 2, 3}, "Content-Encoding", "gzip").statusCode())
        .isEqualTo(400);
    assertThat(otlp("shop-writes", new byte[(1 << 20) + 1]).statusCode()).isEqualTo(413);
    assertThat(
            post("/v1development/profiles", "shop-writes", junk, "Content-Type", "text/plain")
                .statusCode())
        .isEqualTo(415);
    assertThat(otlp("shop-writes", profiles(resource("not a name", 1))).statusCode())
        .isEqualTo(400);
    assertThat(ingest("shop-writes", "name=shop", "no stack\n").statusCode()).isEqualTo(400);
    assertThat(ingest("shop-writes", "name=shop&format=trie", FOLDED).statusCode()).isEqualTo(415);
    assertThat(ingest("shop-writes", "name=shop&format=jfr", "FLR\0junk").statusCode())
        .isEqualTo(400);
    assertThat(apps()).isEmpty();
  }

  @Test
  void foldedStacksHaveTheTimeOfTheirRequest() throws Exception {
    String name = "name=shop.cpu%7Bversion%3D2.4%7D&sampleRate=100&units=samples";

    assertThat(
            ingest("shop-writes", name + "&from=1700000000&until=1700000010", FOLDED).statusCode())
        .isEqualTo(200);
    // The same text of the next interval is another run, sent again it is not.
    String next = name + "&from=1700000010&until=1700000020";
    assertThat(ingest("shop-writes", next, FOLDED).statusCode()).isEqualTo(200);
    assertThat(ingest("shop-writes", next, FOLDED).statusCode()).isEqualTo(200);

    assertThat(apps()).containsExactly("shop", "shop");
    assertThat(store.entries().getFirst().facts().format()).isEqualTo("pprof profile");
    String id = store.entries().getFirst().id();
    String table = get("/api/v1/traces/" + id + "/table?per=method", "shop-reads").body();
    assertThat(table).contains("draw").contains("30000000");
  }

  @Test
  void aFormHasTheProfile() throws Exception {
    String form =
        "--x\r\nContent-Disposition: form-data; name=\"labels\"; filename=\"l\"\r\n\r\nabc\r\n"
            + "--x\r\nContent-Disposition: form-data; name=\"profile\"; filename=\"p\"\r\n\r\n"
            + FOLDED
            + "\r\n--x--\r\n";

    HttpResponse<String> answer =
        post(
            "/ingest?name=shop&format=folded",
            "shop-writes",
            form.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "multipart/form-data; boundary=x");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(apps()).containsExactly("shop");
  }

  @Test
  void aKeyWritesToItsApplicationAlone() throws Exception {
    assertThat(otlp("till-writes", profiles(resource("shop", 1))).statusCode()).isEqualTo(403);
    assertThat(ingest("till-writes", "name=shop", FOLDED).statusCode()).isEqualTo(403);
    assertThat(ingest("shop-reads", "name=shop", FOLDED).statusCode()).isEqualTo(403);
    assertThat(ingest("guess", "name=shop", FOLDED).statusCode()).isEqualTo(401);
    assertThat(apps()).isEmpty();
  }

  @Test
  void aKeyReadsNothingOfAnotherApplication() throws Exception {
    assertThat(ingest("shop-writes", "name=shop", FOLDED).statusCode()).isEqualTo(200);
    String id = store.entries().getFirst().id();

    for (String path :
        List.of(
            "/t/" + id,
            "/api/v1/traces/" + id,
            "/api/v1/traces/" + id + "/entry",
            "/api/v1/traces/" + id + "/table?per=method",
            "/api/v1/traces/" + id + "/export/pprof",
            "/traces/" + id + "/flame.svg",
            "/traces/" + id + "/flame.json")) {
      assertThat(get(path, "shop-reads").statusCode()).as(path).isEqualTo(200);
      assertThat(get(path, "till-rules").statusCode()).as(path).isEqualTo(404);
      assertThat(get(path, "shop-writes").statusCode()).as(path).isEqualTo(403);
      assertThat(get(path, "guess").statusCode()).as(path).isEqualTo(401);
    }
    assertThat(get("/api/v1/traces", "till-rules").body()).contains("\"total\":0");
    assertThat(get("/api/v1/traces", "shop-reads").body()).contains("\"total\":1");
    assertThat(get("/api/v1/traces", "shop-writes").body()).contains("\"total\":0");
    assertThat(send(request("/api/v1/traces/" + id, "till-rules").DELETE()).statusCode())
        .isEqualTo(404);
    assertThat(send(request("/api/v1/traces/" + id, "shop-reads").DELETE()).statusCode())
        .isEqualTo(403);
    assertThat(send(request("/api/v1/traces/" + id, "shop-rules").DELETE()).statusCode())
        .isEqualTo(204);
  }

  /** The comparison of two traces names the other one in its address. */
  @Test
  void aTraceIsNotComparedWithAnotherApplications() throws Exception {
    assertThat(ingest("shop-writes", "name=shop", FOLDED).statusCode()).isEqualTo(200);
    String shop = store.entries().getFirst().id();
    assertThat(ingest("till-writes", "name=till&from=5", FOLDED).statusCode()).isEqualTo(200);
    String till =
        store.entries().stream()
            .filter(each -> each.app().equals("till"))
            .findFirst()
            .orElseThrow()
            .id();

    assertThat(get("/api/v1/traces/" + shop + "/diff/" + till, "shop-reads").statusCode())
        .isEqualTo(404);
    assertThat(get("/api/v1/traces/" + shop + "/diff/" + shop, "shop-reads").statusCode())
        .isEqualTo(200);
  }

  @Test
  void ownUploadsAreOfTheKeysApplication() throws Exception {
    byte[] trace = "main;app.Main.run 5\n".getBytes(StandardCharsets.UTF_8);

    assertThat(post("/api/v1/traces?name=a", "shop-writes", trace).statusCode()).isEqualTo(201);

    assertThat(apps()).containsExactly("shop");
  }

  @Test
  void aKeyHasItsOwnLimit() throws Exception {
    assertThat(ingest("till-writes", "name=till&from=1", FOLDED).statusCode()).isEqualTo(200);
    assertThat(ingest("till-writes", "name=till&from=2", FOLDED).statusCode()).isEqualTo(200);

    HttpResponse<String> answer = ingest("till-writes", "name=till&from=3", FOLDED);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).contains("30");
    assertThat(ingest("shop-writes", "name=shop&from=3", FOLDED).statusCode()).isEqualTo(200);
  }

  /** Clients without a field for keys have one for a password. */
  @Test
  void aKeyMayBeAPassword() throws Exception {
    String pair =
        "Basic "
            + Base64.getEncoder().encodeToString("any:shop-reads".getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/v1/traces"))
            .header("Authorization", pair);

    assertThat(send(request).statusCode()).isEqualTo(200);
  }
}
