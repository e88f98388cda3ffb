package dev.dexscope.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.cli.Run;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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
    "--port 99999,write a number up to 65535",
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
    Process process = command("serve", folder.resolve("store").toString(), "--port", "0").start();
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

  /** The command in a process of its own. */
  private static ProcessBuilder command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.dexscope.cli.Main");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  @Test
  @NeedsPeer(Peer.DUCKDB_JAR)
  void uploadsWithFactsAreRunsOfAStore() throws Exception {
    String runs = folder.resolve("runs").toString();
    assertThat(serve("--store", runs).err()).contains(runs);
    assertThat(Run.of("store", "init", runs).exit()).isZero();
    byte[] trace = "main;app.Main.run 5\n".getBytes(StandardCharsets.UTF_8);
    Process process =
        command(
                "serve",
                folder.resolve("store").toString(),
                "--port",
                "0",
                "--store",
                runs,
                "--keep-traces")
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).startsWith("store   ");
      assertThat(out.readLine()).isEqualTo("runs    " + runs);
      String root = out.readLine().replace("open    ", "");
      String address = root + "api/v1/traces?name=a.trace";

      assertThat(post(address, trace)).doesNotContain("\"run\"");
      assertThat(post(address + "&version=2.4", trace)).contains("without its application");
      assertThat(post(address + "&app=..%2Fetc", trace)).contains("no app: ../etc");
      assertThat(post(address + "&app=org.example&day=today", trace)).contains("no day: today");
      String facts = "&app=org.example&version=2.4&scenario=it's%20%22new%22";
      assertThat(post(address + facts, trace)).containsPattern("\"run\":\"[0-9a-f]{16}\"");
      assertThat(post(address + facts, trace)).contains("\"run\"");
      assertThat(post(address + facts, new byte[] {1, 2, 3})).contains("\"status\":422");
      assertThat(get(root + "api/v1/fleet"))
          .isEqualTo("{\"apps\":[{\"app\":\"org.example\",\"runs\":1}]}");
      try (var kept = Files.walk(folder.resolve("runs/traces"))) {
        assertThat(kept.filter(Files::isRegularFile)).hasSize(1);
      }
    } finally {
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    ProcessBuilder top = command("fleet", "top", "--store", runs, "--app-version", "2.4", "--csv");
    top.environment().put("DEXSCOPE_DUCKDB", Peer.DUCKDB_JAR.path().toRealPath().toString());
    String table = new String(top.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(table.lines()).hasSize(2);
    assertThat(table).contains(",1,app.Main.run");
  }

  /** Strangers find traces by their links alone: the page of the runs would list them. */
  @Test
  void strangersDoNotSeeTheRuns() throws Exception {
    String runs = folder.resolve("runs").toString();
    assertThat(Run.of("store", "init", runs).exit()).isZero();
    assertThat(serve("--keep-traces").err()).startsWith("dexscope: --keep-traces without --store");
    String store = folder.resolve("store").toString();
    Process process = command("serve", store, "--port", "0", "--store", runs, "--public").start();
    try (BufferedReader out = process.inputReader()) {
      String root = out.lines().filter(line -> line.startsWith("open")).findFirst().orElseThrow();
      String address = root.replace("open    ", "");
      assertThat(get(address + "api/v1/fleet")).contains("\"status\":404");
      assertThat(get(address + "fleet")).contains("\"status\":404");
      assertThat(get(address + "api/v1/server")).contains("\"fleet\":false");
    } finally {
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static String get(String address) throws IOException {
    var connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    boolean isWell = connection.getResponseCode() < 400;
    try (InputStream in = isWell ? connection.getInputStream() : connection.getErrorStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String post(String address, byte[] body) throws IOException {
    var connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestMethod("POST");
    connection.getOutputStream().write(body);
    boolean isWell = connection.getResponseCode() < 400;
    try (InputStream in = isWell ? connection.getInputStream() : connection.getErrorStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
