package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.cli.Run;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.monitor.device.NetworkDevice;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitorSettings;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.web.MonitorServer;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The monitor's commands query a program of the virtual device. */
@FullTier("starts programs on the virtual device")
@Timeout(120)
class MonitorCommandsTest {
  private static final String PROGRAM =
      """
      public class Busy {
        static Object made;
        static final Object BUSY = new Object();
        static final Object LEFT = new Object();
        static final Object RIGHT = new Object();

        public static void main(String[] words) throws Exception {
          daemon("holder", () -> hold());
          daemon("rival", () -> hold());
          daemon("<img src=x onerror=alert(1)>\\u202e\\u0007", () -> log());
          Thread left = daemon("left", () -> nest(LEFT, RIGHT));
          Thread right = daemon("right", () -> nest(RIGHT, LEFT));
          while (left.getState() != Thread.State.BLOCKED
              || right.getState() != Thread.State.BLOCKED) {
            Thread.sleep(1);
          }
          System.out.println("ready");
          while (true) {
            step();
          }
        }

        static void step() throws InterruptedException {
          made = new long[10];
          Thread.sleep(5);
        }

        static Thread daemon(String name, Runnable work) {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          thread.start();
          return thread;
        }

        static void hold() {
          while (true) {
            synchronized (BUSY) {
              pause();
            }
          }
        }

        static void log() {
          try {
            java.lang.reflect.Method warn = Class.forName("android.util.Log")
                .getMethod("w", String.class, String.class);
            while (true) {
              warn.invoke(null, "<b>tag</b>", "<script>alert(1)</script>\\u202e\\u0007 said");
              Thread.sleep(100);
            }
          } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }

        static void nest(Object first, Object second) {
          synchronized (first) {
            pause();
            synchronized (second) {
              pause();
            }
          }
        }

        static void pause() {
          try {
            Thread.sleep(50);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static VirtualDevice device;
  private static AdbTransport adb;

  @BeforeAll
  static void start() throws IOException, CompilationFailedException {
    Path place = Files.createDirectories(folder.resolve("device"));
    new DeviceKeys(place).add(OwnKey.get().publicKey());
    device = VirtualDevice.start(place, 0, _ -> false);
    Path source = Files.writeString(folder.resolve("Busy.java"), PROGRAM);
    TestCompiler.javac("--release", "11", "-g", source.toString());
    Path code = place.resolve("root/data/local/tmp/busy.jar");
    TestCompiler.d8(List.of(folder.resolve("Busy.class")), 26, code);
    adb =
        AdbTransport.connect(
            Link.of(new Socket(InetAddress.getLoopbackAddress(), device.port())),
            new AdbBanner("host", Map.of(), Set.of()),
            List.of(OwnKey.get()),
            Duration.ofSeconds(30));
    Link shell =
        adb.open(
                "exec:CLASSPATH=/data/local/tmp/busy.jar app_process --nice-name=org.test.busy / Busy")
            .link();
    assertThat(
            new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8))
                .readLine())
        .isEqualTo("ready");
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  private static Run run(String... words) {
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "-s";
    all[words.length + 1] = device.serial();
    Run run = Run.of(all);
    assertThat(run.exit()).as(run.err()).isZero();
    return run;
  }

  @Test
  void aPortThatIsNoVmsIsRefusedWithTheReason() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket each = server.accept()) {
              each.getOutputStream().write("SSH-2.0-test\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              // The test has ended.
            }
          });
      int port = server.getLocalPort();
      Run run = Run.of("threads", port + "", "-s", "local");
      assertThat(run.exit()).isEqualTo(4);
      assertThat(run.err())
          .startsWith("dexscope: port " + port + ": no VM that speaks DDM")
          .endsWith("; see dexscope ps\n");
    }
  }

  @Test
  void psListsIt() {
    assertThat(run("ps").out()).contains(device.serial()).contains("org.test.busy");
    assertThat(run("ps", "--json").out()).contains("\"name\" : \"org.test.busy\"");
    assertThat(run("ps", "--json").out())
        .containsPattern("\"kind\" : \"system\"[^}]*\"tells\" : \"load [\\d.]+, memory \\d+ of")
        .containsPattern(
            "\"kind\" : \"log\"[^}]*\"tells\" : \"\\d\\d-\\d\\d [^\"]* W <b>tag</b>: ");
  }

  @Test
  void threadsAndStacks() {
    assertThat(run("threads", "busy").out()).containsPattern("1 +\\d+ +timed wait .* main\n");
    assertThat(run("stack", "org.test.busy", "--thread", "main").out()).contains("Busy.main");
    Run none = Run.of("stack", "org.test.busy", "-s", device.serial(), "--thread", "nobody");
    assertThat(none.exit()).isEqualTo(4);
    assertThat(none.err()).contains("no such thread, nobody; see dexscope threads");
  }

  @Test
  void whoWaitsForWhom() {
    assertThat(run("threads", "busy", "--contention", "--seconds", "1").out())
        .containsPattern("(holder|rival) +Busy.hold:\\d+ +java.lang.Object@\\w+ +(holder|rival) +");
    Run deadlocks = Run.of("threads", "busy", "--deadlocks", "-s", device.serial());
    assertThat(deadlocks.exit()).as(deadlocks.err()).isEqualTo(1);
    assertThat(deadlocks.out())
        .containsPattern("1 +left +Busy.nest:\\d+ +java.lang.Object@\\w+ +right\n")
        .containsPattern("1 +right +Busy.nest:\\d+ +java.lang.Object@\\w+ +left\n");
  }

  @Test
  void whatIsSaidIsWrittenDown() {
    Path wire = folder.resolve("busy.wire");
    run("threads", "busy", "--trace-wire", wire.toString());
    assertThat(Run.of("wire", wire.toString()).out())
        .contains("> #", "HELO", "THST", "THCR Created")
        .contains("name=org.test.busy");
  }

  @Test
  void theHeap() throws IOException {
    assertThat(run("gc", "busy").out()).isEmpty();
    assertThat(run("heap", "busy", "--json").out()).contains("\"objects\" : ");
    Path dump = folder.resolve("busy.hprof");
    run("hprof", "busy", "-o", dump.toString());
    try (var in = Files.newInputStream(dump)) {
      assertThat(new String(in.readNBytes(18), StandardCharsets.US_ASCII))
          .isEqualTo("JAVA PROFILE 1.0.3");
    }
    Run report = Run.of("heap", dump.toString());
    assertThat(report.err()).isEmpty();
    assertThat(report.out()).contains("summary", "classes", "largest", "java.lang.String");
    assertThat(Run.of("heap", dump.toString(), "--json").out()).contains("\"retained\" : ");
    assertThat(Run.of("heap", dump.toString(), "--base", dump.toString()).out()).isEmpty();
  }

  @Test
  void allocations() {
    Run allocations = run("allocs", "busy", "--seconds", "1");

    assertThat(allocations.out()).containsPattern("long\\[\\] +Busy.step:24");
    assertThat(allocations.err()).doesNotContain("not recorded");
  }

  @Test
  void aTraceIsReported() {
    Path trace = folder.resolve("busy.trace");
    run("trace", "busy", "--seconds", "1", "-o", trace.toString());
    assertThat(Run.of("report", trace.toString()).out()).contains("Busy.step");
  }

  @Test
  void aTraceThatHasNoFileIsNotBegun() {
    Path wire = folder.resolve("untraced.wire");
    Path trace = folder.resolve("no such folder/busy.trace");
    Run run =
        Run.of(
            "trace",
            "busy",
            "-s",
            device.serial(),
            "--trace-wire",
            wire.toString(),
            "-o",
            trace.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(3);
    assertThat(Run.of("wire", wire.toString()).out()).contains("HELO").doesNotContain("MPSS");
  }

  /** The fields of docs/monitor.md, by the first cell of their rows. */
  private static Map<String, String> documented() throws IOException {
    Map<String, String> fields = new HashMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([^`]+)` \\| ([a-z_]+(?:, [a-z_]+)+) \\|$")
            .matcher(Files.readString(Path.of("../docs/monitor.md")));
    while (row.find()) {
      fields.put(row.group(1), row.group(2));
    }
    return fields;
  }

  /** Returns the keys of the first object after a position. */
  private static String keys(String json, int from) {
    int end = json.indexOf('}', from);
    assertThat(end).as(json).isPositive();
    return Pattern.compile("\"([^\"]+)\" : ")
        .matcher(json.substring(json.indexOf('{', from), end))
        .results()
        .map(key -> key.group(1))
        .collect(Collectors.joining(", "));
  }

  @Test
  void jsonHasTheFieldsThatAreDocumented() throws IOException {
    Map<String, String> documented = documented();
    assertThat(keys(run("ps", "--json").out(), 0)).isEqualTo(documented.get("ps"));
    for (String each : List.of("threads", "stack", "heap", "allocs")) {
      assertThat(keys(run(each, "busy", "--json").out(), 0)).isEqualTo(documented.get(each));
    }
    Run deadlocks = Run.of("threads", "busy", "--deadlocks", "--json", "-s", device.serial());
    assertThat(keys(deadlocks.out(), 0)).isEqualTo(documented.get("threads --deadlocks"));
    Run contention = run("threads", "busy", "--contention", "--seconds", "1", "--json");
    assertThat(keys(contention.out(), 0)).isEqualTo(documented.get("threads --contention"));

    Path dump = folder.resolve("fields.hprof");
    run("hprof", "busy", "-o", dump.toString());
    String report = Run.of("heap", dump.toString(), "--json").out();
    for (String each : List.of("summary", "heaps", "classes", "largest", "duplicate_strings")) {
      int table = report.indexOf('"' + each + '"');
      assertThat(table).as(each).isPositive();
      int empty = report.indexOf("[ ]", table);
      if (empty < 0 || empty > table + each.length() + 6) {
        assertThat(keys(report, report.indexOf('[', table)))
            .as(each)
            .isEqualTo(documented.get(each));
      }
    }
  }

  @Test
  void whatIsNotThereIsTold() {
    Run run = Run.of("threads", "nobody", "-s", device.serial());
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("no such VM, nobody");
    assertThat(Run.of("heap", "nothing.hprof").exit()).isEqualTo(3);
    assertThat(Run.of("heap", "busy", "--base", "x.hprof").exit()).isEqualTo(2);
    assertThat(Run.of("heap", "busy", "--mapping", "x.txt").exit()).isEqualTo(2);
    assertThat(Run.of("ps", "-s", "127.0.0.1:1").err()).contains("no device answers");
    assertThat(Run.of("ps", "-s", "nothing").err()).contains("no such device");
  }

  @Test
  @NeedsPeer({Peer.NODE, Peer.CHROMIUM, Peer.PAGE_TOOLS})
  void thePageShowsWhatTheProgramDoes() throws Exception {
    Path pictures = Files.createDirectories(Path.of("target/page"));
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), device.port());
    MonitorSettings settings = MonitorSettings.DEFAULT;
    try (var monitor = new Monitor(settings)) {
      monitor.watch(new NetworkDevice(address, OwnKey.all(), settings.patience()));
      try (WebServer server = MonitorServer.start(monitor, 0)) {
        Peer.Answer answer =
            Peer.NODE.run(
                "../web/src/test/page/monitor.mjs",
                server.address().toString(),
                Peer.PAGE_TOOLS.path().toString(),
                pictures.toAbsolutePath().toString());

        assertThat(answer.exit()).as(answer.out()).isZero();
        Run saved = Run.of("wire", pictures.resolve("busy.wire").toString());
        assertThat(saved.err()).isEmpty();
        assertThat(saved.out()).contains("JDWP-Handshake", "reply THST");
      }
    }
  }
}
