package dev.dexscope.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.testkit.RealTraces;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code dexscope view} as a user starts it, up to the page. */
@Timeout(60)
class ViewCommandTest {
  @Test
  void servesThePageUntilItIsEnded() throws Exception {
    Process view =
        start("view", RealTraces.file("art11-threads-streaming.trace").toString(), "--no-open");
    try (BufferedReader out = view.inputReader()) {
      String line = out.readLine();

      assertThat(line).startsWith("open http://127.0.0.1:").contains("?token=");
      URI address = URI.create(line.substring("open ".length()));
      URI page = address.resolve("/t/1");
      assertThat(get(page, "")).isEqualTo(401);
      assertThat(get(page, address.getQuery().substring("token=".length()))).isEqualTo(200);
    } finally {
      view.destroy();
    }
    assertThat(view.waitFor()).isEqualTo(143); // SIGTERM
  }

  @Test
  void showsWhatComesThroughStandardInputWithTheNamesOfAMapping(@TempDir Path folder)
      throws Exception {
    Path mapping = Files.writeString(folder.resolve("mapping.txt"), "com.shop.Cart -> Hi:\n");
    Process view = start("view", "-", "--mapping", mapping.toString(), "--no-open");
    try (OutputStream in = view.getOutputStream()) {
      Files.copy(RealTraces.file("art11-threads-streaming.trace"), in);
    }
    try (BufferedReader out = view.inputReader()) {
      URI address = URI.create(out.readLine().substring("open ".length()));
      String token = address.getQuery().substring("token=".length());

      assertThat(text(address.resolve("/api/v1/traces"), token)).contains("\"standard input\"");
      assertThat(text(address.resolve("/api/v1/traces/1/table"), token))
          .contains("com.shop.Cart.main");
    } finally {
      view.destroy();
    }
    assertThat(view.waitFor()).isEqualTo(143);
  }

  private static String text(URI address, String token) throws IOException {
    var connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + token);
    try (var in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void saysWhatIsWrongBeforeItServes() throws Exception {
    Process view = start("view", "missing.trace", "--no-open");

    assertThat(view.waitFor()).isEqualTo(3);
    assertThat(new String(view.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("missing.trace");
  }

  @Test
  void whatIsNoTraceIsRefusedBeforeItServes() {
    Run run = Run.of("view", "pom.xml", "--no-open");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: not a readable trace, pom.xml: ");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void namesThePortThatIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String trace = RealTraces.file("art11-alloc.trace").toString();
      Process view = start("view", trace, "--no-open", "--port", port);

      assertThat(view.waitFor()).isEqualTo(4);
      assertThat(new String(view.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("port " + port)
          .contains("name another --port");
    }
  }

  private static int get(URI address, String token) throws IOException {
    var connection = (HttpURLConnection) address.toURL().openConnection();
    if (!token.isEmpty()) {
      connection.setRequestProperty("Authorization", "Bearer " + token);
    }
    return connection.getResponseCode();
  }

  private static Process start(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.dexscope.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
