package dev.dexscope.store.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
  private static final Alert ALERT =
      new Alert("slow \"start\"", "org.example", "2.3", "2.4", "a.B.c(I)V", 5, 9, "it is slower");

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;

  @SuppressWarnings("NullAway.Init")
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
  }

  @Test
  void anAlertIsSentWithItsPage() throws Exception {
    new Webhook(address(), "https://traces.example").send(List.of(ALERT));

    assertThat(received.take())
        .isEqualTo(
            "{\"text\":\"it is slower https://traces.example/fleet#app=org.example&from=2.3&to=2.4"
                + "&method=a.B.c%28I%29V\",\"alerts\":[{\"rule\":\"slow \\\"start\\\"\","
                + "\"app\":\"org.example\",\"from\":\"2.3\",\"to\":\"2.4\","
                + "\"method\":\"a.B.c(I)V\",\"before_ns\":5,\"after_ns\":9,"
                + "\"text\":\"it is slower\",\"page\":\"https://traces.example/fleet"
                + "#app=org.example&from=2.3&to=2.4&method=a.B.c%28I%29V\"}]}");
  }

  @Test
  void whatIsNotTakenIsAFailure() {
    status = 500;

    assertThatThrownBy(() -> new Webhook(address(), "").send(List.of(ALERT)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answered 500");
  }

  @Test
  void onlyHttpIsAnAddress() {
    assertThatThrownBy(() -> new Webhook(URI.create("file:///etc/passwd"), ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
