package dev.dexscope.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.cli.Run;
import dev.dexscope.cli.terminal.CliException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ServeCommandTest {
  @TempDir Path folder;

  private Run serve(String... options) {
    List<String> line = new ArrayList<>(List.of("serve", folder.resolve("store").toString()));
    line.addAll(List.of(options));
    return Run.of(line.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "--listen 0.0.0.0,others can reach 0.0.0.0",
    "--listen somewhere.example,no address: somewhere.example",
    "--max-size 3x,--max-size is not an amount: 3x",
    "--max-size 0,--max-size is not an amount",
    "--max-size 99999999999g,--max-size is not an amount",
    "--max-size 30g,more than --keep-bytes",
    "--keep 30,--keep is not an amount",
    "--keep -1d,--keep is not an amount",
    "--keep-count 0,--keep-count is not a valid number",
    "--rate 0,--rate is not a valid number",
    "--url traces.example,no address of a server",
    "--url https://,no address of a server",
    "--url https://a.example/path,no address of a server",
    "--url javascript://a.example,no address of a server",
  })
  void saysWhatIsWrong(String options, String message) {
    Run run = serve(options.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(folder.resolve("store")).doesNotExist();
  }

  @Test
  void aFolderOfOtherFilesIsLeftAlone() throws Exception {
    Files.createDirectories(folder.resolve("store/traces"));

    Run run = serve();

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains("holds other files");
  }

  @Test
  void amountsAsPeopleWriteThem() {
    assertThat(Amounts.bytes("x", "17")).isEqualTo(17);
    assertThat(Amounts.bytes("x", "5k")).isEqualTo(5120);
    assertThat(Amounts.bytes("x", "2G")).isEqualTo(2L << 30);
    assertThat(Amounts.time("x", "90m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Amounts.time("x", "30d")).isEqualTo(Duration.ofDays(30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "g", "-1", "1.5g", "k1"})
  void amountsThatAreNone(String text) {
    assertThatThrownBy(() -> Amounts.bytes("x", text)).isInstanceOf(CliException.class);
    assertThatThrownBy(() -> Amounts.time("x", text)).isInstanceOf(CliException.class);
  }

  /** In a process of its own: from its first line to SIGTERM. */
  @Test
  void servesUntilItIsEnded() throws Exception {
    Path trace = Files.writeString(folder.resolve("a.trace"), "main;app.Main.run 5\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.dexscope.cli.Main",
                "serve",
                folder.resolve("store").toString(),
                "--port",
                "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).startsWith("store   ").endsWith(", 0 traces");
      String address = out.readLine().replace("open    ", "");
      assertThat(out.readLine()).contains("curl -F file=@app.trace " + address + "api/v1/traces");
      Run second = serve("--port", "0");
      assertThat(second.err()).contains("the store is open already");

      String answer = post(address + "api/v1/traces?name=a.trace", Files.readAllBytes(trace));
      assertThat(answer).contains("\"title\":\"a.trace\"", "\"url\":\"" + address + "t/");
      process.toHandle().destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(out.readLine()).isNull();
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder.resolve("store/parts")).isEmptyDirectory();
  }

  private static String post(String address, byte[] body) throws IOException {
    var connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestMethod("POST");
    connection.getOutputStream().write(body);
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
