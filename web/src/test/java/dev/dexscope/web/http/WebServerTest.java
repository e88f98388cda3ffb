package dev.dexscope.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as bytes: a client library would not send most of them. */
@Timeout(60)
class WebServerTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int LIMIT = 100;

  /** Long beside the pauses of a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Access OPEN = new Access(Access.LOOPBACK, "");
  private static final Access PRIVATE = new Access(Access.LOOPBACK, "secret-token");
  private static final String BIG = "0123456789".repeat(1000);

  @SuppressWarnings("NullAway.Init")
  private WebServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Access access, Limits limits) throws IOException {
    var routes = new Routes();
    routes.add("GET", "/hello/{name}", exchange -> exchange.text("hello " + exchange.part("name")));
    routes.add("GET", "/big", exchange -> exchange.text(BIG));
    routes.add(
        "GET",
        "/number",
        exchange ->
            exchange.text("" + exchange.integer("n", 1, 9, 5) + exchange.number("x", 0, 1, 0.5)));
    routes.add("POST", "/count", exchange -> exchange.text("" + count(exchange.body(LIMIT))));
    routes.add(
        "GET",
        "/broken",
        _ -> {
          throw new IllegalStateException("an inside that nobody is told");
        });
    routes.add(
        "GET",
        "/breaks",
        exchange ->
            exchange.stream(
                "application/octet-stream",
                out -> {
                  out.write(BIG.getBytes(StandardCharsets.UTF_8));
                  throw new HttpException(504, "the source has ended");
                }));
    routes.add(
        "GET",
        "/ends",
        exchange ->
            exchange.stream(
                "application/octet-stream",
                _ -> {
                  throw new HttpException(504, "the source has ended");
                }));
    routes.add(
        "GET",
        "/overflow",
        _ -> {
          throw new OutOfMemoryError();
        });
    new StaticFiles().add(WebServerTest.class, "WebServerTest.class", "/file.js").addTo(routes);
    server = WebServer.start(new InetSocketAddress(LOOPBACK, 0), access, limits, routes);
  }

  private void start(Access access) throws IOException {
    start(access, Limits.USUAL);
  }

  private static long count(InputStream in) throws IOException {
    return in.readAllBytes().length;
  }

  private String host() {
    return "127.0.0.1:" + server.port();
  }

  /** Sends lines of a head, and a body; the answer to the connection's end. */
  private byte[] raw(String head, String body) throws IOException {
    try (var socket = new Socket(LOOPBACK, server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write((head + "\r\nConnection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
      out.flush();
      return socket.getInputStream().readAllBytes();
    }
  }

  private String send(String head, String body) throws IOException {
    return new String(raw(head, body), StandardCharsets.UTF_8);
  }

  private String get(String target, String... headers) throws IOException {
    var head = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: " + host());
    for (String header : headers) {
      head.append("\r\n").append(header);
    }
    return send(head.toString(), "");
  }

  private static int status(String answer) {
    return Integer.parseInt(answer.split(" ", 3)[1]);
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void answersByThePatternThatFits() throws Exception {
    start(OPEN);

    String answer = get("/hello/w%C3%B6rld");

    assertThat(status(answer)).isEqualTo(200);
    assertThat(body(answer)).isEqualTo("hello wörld");
    assertThat(answer).contains("Content-Security-Policy: default-src 'none'");
    assertThat(answer).contains("X-Content-Type-Options: nosniff").doesNotContain("Server:");
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    start(OPEN);

    assertThat(status(get("/hello"))).isEqualTo(404);
    assertThat(status(get("/hello/"))).isEqualTo(404);
    assertThat(status(get("/hello/a/b"))).isEqualTo(404);
    assertThat(body(get("/nothing"))).contains("\"status\":404").contains("nothing is at /nothing");
  }

  @Test
  void anotherMethodIsToldWhatIsTaken() throws Exception {
    start(OPEN);

    String answer = send("POST /big HTTP/1.1\r\nContent-Length: 0\r\nHost: " + host(), "");

    assertThat(status(answer)).isEqualTo(405);
    assertThat(answer).contains("Allow: GET");
  }

  @Test
  void headHasNoBody() throws Exception {
    start(OPEN);

    String answer = send("HEAD /big HTTP/1.1\r\nHost: " + host(), "");

    assertThat(status(answer)).isEqualTo(200);
    assertThat(body(answer)).isEmpty();
  }

  @Test
  void longTextIsPackedForWhoIsFarAwayAndTakesIt() throws Exception {
    start(OPEN);
    String asked = "GET /big HTTP/1.1\r\nHost: " + host() + "\r\nAccept-Encoding: gzip";

    byte[] answer = raw(asked + "\r\nX-Forwarded-For: 192.0.2.1", "");

    String text = new String(answer, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("\r\n\r\n") + 4;
    var packed = new ByteArrayInputStream(answer, at, answer.length - at);
    assertThat(text).contains("Content-Encoding: gzip");
    assertThat(new String(new GZIPInputStream(packed).readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(BIG);
    assertThat(body(get("/big"))).isEqualTo(BIG);
    // Packing takes longer than sending here.
    assertThat(body(send(asked, ""))).isEqualTo(BIG);
  }

  @Test
  void filesAreSentOnce() throws Exception {
    start(OPEN);

    String first = get("/file.js");
    String tag = first.lines().filter(l -> l.startsWith("ETag: ")).findFirst().orElseThrow();

    assertThat(status(first)).isEqualTo(200);
    assertThat(status(get("/file.js", "If-None-Match: " + tag.substring(6)))).isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"n=0", "n=10", "n=x", "n=99999999999999999999", "x=2", "x=NaN", "x=-1", "x=y"})
  void numbersHaveLimits(String query) throws Exception {
    start(OPEN);

    assertThat(body(get("/number"))).isEqualTo("50.5");
    assertThat(body(get("/number?n=9&x=1"))).isEqualTo("91.0");
    assertThat(status(get("/number?" + query))).isEqualTo(400);
  }

  @Test
  void moreThanTheLimitIsRefused() throws Exception {
    start(OPEN);
    String head = "POST /count HTTP/1.1\r\nHost: " + host() + "\r\n";

    assertThat(body(send(head + "Content-Length: 100", "x".repeat(100)))).isEqualTo("100");
    assertThat(status(send(head + "Content-Length: 101", "x".repeat(101)))).isEqualTo(413);
    assertThat(status(send(head + "Content-Length: 9000000000000", "x"))).isEqualTo(413);
    String chunk = "65\r\n" + "x".repeat(101) + "\r\n0\r\n\r\n";
    assertThat(status(send(head + "Transfer-Encoding: chunked", chunk))).isEqualTo(413);
  }

  @Test
  void whoIsRefusedHearsItAfterSendingAll() throws Exception {
    start(OPEN);
    String head = "POST /count HTTP/1.1\r\nHost: " + host() + "\r\n";
    String large = "x".repeat(8 << 20);

    assertThat(status(send(head + "Content-Length: " + large.length(), large))).isEqualTo(413);
  }

  @Test
  void failuresTellNothingOfTheInside() throws Exception {
    start(OPEN);

    String broken = get("/broken");

    assertThat(status(broken)).isEqualTo(500);
    assertThat(broken).doesNotContain("inside").contains("IllegalStateException");
    assertThat(status(get("/overflow"))).isEqualTo(507);
    assertThat(status(get("/big"))).isEqualTo(200);
  }

  @Test
  void whatBreaksOffIsNotTakenForTheWhole() throws Exception {
    start(OPEN);

    assertThat(get("/breaks")).startsWith("HTTP/1.1 200").doesNotEndWith("\r\n0\r\n\r\n");
    assertThat(status(get("/ends"))).isEqualTo(504);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost@evil",
        "",
        "[::2]"
      })
  void anotherHostIsNotOurs(String host) throws Exception {
    start(OPEN);

    String answer = send("GET /big HTTP/1.1\r\nHost: " + host, "");

    assertThat(status(answer)).isIn(400, 421);
    assertThat(answer).doesNotContain(BIG);
  }

  @Test
  void ownNamesAreOurs() throws Exception {
    start(OPEN);

    for (String host : List.of("localhost:" + server.port(), "LOCALHOST", "[::1]:1", "127.0.0.1")) {
      assertThat(status(send("GET /big HTTP/1.1\r\nHost: " + host, ""))).isEqualTo(200);
    }
  }

  @Test
  void pagesOfOtherSitesMayNotAsk() throws Exception {
    start(OPEN);
    String head = "POST /count HTTP/1.1\r\nContent-Length: 1\r\nHost: " + host() + "\r\n";

    assertThat(status(get("/big", "Origin: http://evil.example"))).isEqualTo(403);
    assertThat(status(get("/big", "Origin: null"))).isEqualTo(403);
    assertThat(status(get("/big", "Origin: http://" + host()))).isEqualTo(200);
    assertThat(status(send(head + "Sec-Fetch-Site: cross-site", "x"))).isEqualTo(403);
    assertThat(status(send(head + "Sec-Fetch-Site: same-origin", "x"))).isEqualTo(200);
    assertThat(status(send(head + "Origin: http://evil.example", "x"))).isEqualTo(403);
  }

  @Test
  void aPrivateServerWantsItsToken() throws Exception {
    start(PRIVATE);

    assertThat(status(get("/big"))).isEqualTo(401);
    assertThat(status(get("/big?token=wrong"))).isEqualTo(401);
    assertThat(status(get("/big", "Authorization: Bearer secret-toke"))).isEqualTo(401);
    assertThat(status(get("/big", "Authorization: Bearer secret-token"))).isEqualTo(200);
    assertThat(server.address().toString()).isEqualTo("http://" + host() + "/?token=secret-token");

    String welcome = get("/big?token=secret-token");
    assertThat(status(welcome)).isEqualTo(303);
    assertThat(welcome).contains("Location: /big\r\n").contains("HttpOnly; SameSite=Strict");
    // The token in Base64.
    String cookie = "dexscope-token" + server.port() + "=c2VjcmV0LXRva2Vu";
    assertThat(welcome).contains(cookie);
    assertThat(status(get("/big", "Cookie: " + cookie))).isEqualTo(200);
    assertThat(status(get("/big", "Cookie: dexscope-token" + server.port() + "=x"))).isEqualTo(401);
  }

  /** All of which mean something in an address or a cookie. */
  @Test
  void aTokenMayHaveAnyCharacters() throws Exception {
    String token = "a b&c+d#e%41;f=\"g,h/?i";
    start(new Access(Access.LOOPBACK, token));

    String welcome = get("/big?" + server.address().getRawQuery());
    assertThat(status(welcome)).isEqualTo(303);
    String cookie = welcome.replaceAll("(?s).*Set-Cookie: ([^;]*);.*", "$1");
    assertThat(status(get("/big", "Cookie: " + cookie))).isEqualTo(200);
    assertThat(status(get("/big", "Authorization: Bearer " + token))).isEqualTo(200);
  }

  @Test
  void tokensOfUsersDiffer() throws Exception {
    start(OPEN);

    assertThat(Access.ofOneUser().token()).hasSize(24).isNotEqualTo(Access.ofOneUser().token());
    assertThat(new Access(Set.of(), "").isOurHost("anything.example")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /big HTTP/1.1",
        "GET big HTTP/1.1\r\nHost: localhost",
        "NONSENSE",
        "GET /hello/%zz HTTP/1.1\r\nHost: localhost",
        "GET /hello/..%2f..%2fetc HTTP/1.1\r\nHost: localhost",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost",
        "GET /big HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
      })
  void improperRequestsAreRefused(String head) throws Exception {
    start(OPEN);

    assertThat(status(send(head, ""))).isBetween(400, 499);
    assertThat(status(get("/big"))).isEqualTo(200);
  }

  @Test
  void aHeadWithoutAnEndIsRefused() throws Exception {
    start(OPEN);

    assertThat(status(get("/big", "X: " + "x".repeat(20_000)))).isEqualTo(431);
  }

  @Test
  void whoTricklesTheHeadIsPutOut() throws Exception {
    start(OPEN, new Limits(8, Duration.ofMillis(200), Duration.ofSeconds(30), 1));

    try (var socket = new Socket(LOOPBACK, server.port())) {
      assertThatThrownBy(() -> trickle(socket)).isInstanceOf(IOException.class);
    }
    assertThat(status(get("/big"))).isEqualTo(200);
  }

  /** Never silent for long, and never done. */
  private static void trickle(Socket socket) throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    out.write("GET /big HTTP/1.1\r\nX: ".getBytes(StandardCharsets.UTF_8));
    while (true) {
      out.write('x');
      Thread.sleep(20);
    }
  }

  @Test
  void whoTricklesTheBodyIsPutOut() throws Exception {
    start(OPEN, new Limits(8, Duration.ofSeconds(30), Duration.ofMillis(200), 1000));

    try (var socket = new Socket(LOOPBACK, server.port())) {
      OutputStream out = socket.getOutputStream();
      String head = "POST /count HTTP/1.1\r\nContent-Length: 90\r\nHost: " + host() + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      while (in.available() == 0) {
        out.write('x');
        out.flush();
        Thread.sleep(20);
      }
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 408");
    }
  }

  /** curl sends large forms so: the interim answer ended the connection after a while. */
  @Test
  void aSlowBodyIsAnsweredAlsoWhereItWasAskedFor() throws Exception {
    start(OPEN, new Limits(8, PATIENCE, Duration.ofSeconds(30), 1));

    try (var socket = new Socket(LOOPBACK, server.port())) {
      String head =
          "POST /count HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 50\r\nHost: "
              + host()
              + "\r\nConnection: close\r\n\r\n";
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readNBytes(25), StandardCharsets.UTF_8))
          .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      trickleBody(out);
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200")
          .endsWith("50");
    }
  }

  /** It takes several times what a request may take that makes no progress. */
  @Test
  void aBodyThatMakesProgressIsAnswered() throws Exception {
    start(OPEN, new Limits(8, PATIENCE, PATIENCE, 1));

    try (var socket = new Socket(LOOPBACK, server.port())) {
      OutputStream out = socket.getOutputStream();
      String head = "POST /count HTTP/1.1\r\nContent-Length: 50\r\nHost: " + host() + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      trickleBody(out);
      byte[] status = socket.getInputStream().readNBytes(12);
      assertThat(new String(status, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 200");
    }
  }

  /** Fifty bytes in twice the patience, by pauses that are short beside it. */
  private static void trickleBody(OutputStream out) throws IOException, InterruptedException {
    for (int i = 0; i < 50; i++) {
      out.write('x');
      Thread.sleep(PATIENCE.toMillis() / 25);
    }
  }

  @Test
  void silentOnesMakeRoomForOthers() throws Exception {
    start(OPEN, new Limits(4, Duration.ofMillis(300), Duration.ofSeconds(30), 1));
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        silent.add(new Socket(LOOPBACK, server.port()));
      }

      assertThat(status(get("/big"))).isEqualTo(200);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void aPortThatIsTakenIsTold() throws Exception {
    start(OPEN);
    var taken = new InetSocketAddress(LOOPBACK, server.port());

    assertThatThrownBy(() -> WebServer.start(taken, OPEN, Limits.USUAL, new Routes()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("port " + server.port());
  }
}
