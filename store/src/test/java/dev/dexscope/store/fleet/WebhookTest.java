package dev.dexscope.store.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
  private static final Alert ALERT =
      new Alert(
          "slow \"start\"",
          "org.example",
          "2.3",
          "2.4",
          "a.B.c(I)V",
          "@shop",
          5,
          9,
          "it is slower");

  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d{1,6})\r\n");

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;

  @SuppressWarnings("NullAway.Init")
  private ServerSocket server;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          while (!server.isClosed()) {
            try (Socket client = server.accept()) {
              serve(client);
            } catch (IOException e) {
              // The test has ended, or its client has.
            }
          }
        });
  }

  private void serve(Socket client) throws IOException {
    var in = new DataInputStream(client.getInputStream());
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    Matcher length = LENGTH.matcher(head);
    assertThat(length.find()).isTrue();
    byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
    received.add(new String(body, StandardCharsets.UTF_8));
    String answer = "HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hook");
  }

  @Test
  void anAlertIsSentWithItsPage() throws Exception {
    new Webhook(address(), "https://traces.example").send(List.of(ALERT));

    assertThat(received.take())
        .isEqualTo(
            "{\"text\":\"it is slower https://traces.example/fleet#app=org.example&from=2.3&to=2.4"
                + "&method=a.B.c%28I%29V\",\"alerts\":[{\"rule\":\"slow \\\"start\\\"\","
                + "\"app\":\"org.example\",\"from\":\"2.3\",\"to\":\"2.4\","
                + "\"method\":\"a.B.c(I)V\",\"owner\":\"@shop\",\"before_ns\":5,\"after_ns\":9,"
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
