package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.Run;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.monitor.device.DirectDevice;
import dev.dexscope.monitor.device.OwnFiles;
import dev.dexscope.monitor.device.ProfiledProcess;
import dev.dexscope.monitor.device.SharedFiles;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.monitor.vm.Vms;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.wire.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An injected program runs on the virtual device, and its profiles are fetched. */
@FullTier("starts programs on the virtual device")
@Timeout(120)
class CollectCommandTest {
  private static final String PACKAGE = "org.test.counted";

  private static final String PROGRAM =
      """
      public class Counted {
        static int total;
        static java.util.Timer silent;

        public static void main(String[] words) throws Exception {
          Thread worker = new Thread(Counted::repeat, "worker");
          worker.start();
          worker.join();
          silent = new java.util.Timer("silent");
          android.util.Log.i("Counted", "done");
          synchronized (worker) {
            worker.wait();
          }
        }

        static void repeat() {
          for (int i = 0; i < 41; i++) {
            step(i);
          }
        }

        static void step(int i) {
          for (int j = 0; j < 100; j++) {
            total += i * j;
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static VirtualDevice device;
  private static DirectDevice adb;
  private static Path original;

  @BeforeAll
  static void start() throws IOException, CompilationFailedException {
    original = original();
    device = device("device");
    adb = connect(device);
    start(adb, "device", "--trace", "--debuggable");
  }

  private static VirtualDevice device(String name) throws IOException {
    Path place = Files.createDirectories(folder.resolve(name));
    new DeviceKeys(place).add(OwnKey.get().publicKey());
    return VirtualDevice.start(place, 0, _ -> false);
  }

  private static DirectDevice connect(VirtualDevice device) throws IOException {
    return DirectDevice.connect(
        VmOptions.address(device.serial()), List.of(OwnKey.get()), Duration.ofSeconds(30));
  }

  /** Injects, installs and starts the program, until it has made its calls. */
  private static void start(DirectDevice adb, String name, String... options) throws IOException {
    Path profiled = folder.resolve(name + "/root/data/local/tmp/profiled.apk");
    List<String> words =
        new ArrayList<>(List.of("inject", original.toString(), "-o", profiled.toString()));
    words.addAll(List.of(options));
    Run injected = Run.of(words.toArray(String[]::new));
    assertThat(injected.exit()).as(injected.err()).isZero();
    assertThat(shell(adb, "pm install -r /data/local/tmp/profiled.apk")).contains("Success");
    shell(adb, "am start -S -n " + PACKAGE + "/Counted");
    try (Link link = adb.service("exec:logcat");
        var lines = new BufferedReader(new InputStreamReader(link.in(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null && !line.contains("done")) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  private static Path original() throws IOException, CompilationFailedException {
    Path log = Files.createDirectories(folder.resolve("android/util")).resolve("Log.java");
    Files.writeString(
        log,
        """
        package android.util;

        public class Log {
          public static native int i(String tag, String text);
        }
        """);
    Path source = Files.writeString(folder.resolve("Counted.java"), PROGRAM);
    TestCompiler.javac("--release", "11", "-g", log + "", source.toString());
    return SignedPackages.of(
        folder.resolve("Counted.class"), PACKAGE, folder.resolve("a.keystore"));
  }

  private static String shell(DirectDevice adb, String command) throws IOException {
    try (Link link = adb.service("exec:" + command)) {
      return new String(link.in().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Run collect(String packageName, Path into) {
    return Run.of("collect", packageName, "-s", device.serial(), "-o", into.toString());
  }

  @Test
  void theProfilesAreThereAndReported() throws IOException {
    Path profiles = folder.resolve("profiles");
    Run run = collect(PACKAGE, profiles);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Counted.step");
    assertThat(run.err()).contains(" files of " + PACKAGE + " at localabstract:alfred." + PACKAGE);
    assertThat(text(profiles)).containsPattern("\"[^\"\n]*Counted[^\"\n]*step[^\"\n]*\" 41 0 ");

    Run again = collect(PACKAGE, profiles);
    assertThat(again.exit()).isNotZero();
    assertThat(again.err()).contains("output exists");
  }

  @Test
  void theAppsOwnWayGivesTheSameBytes() throws IOException {
    ProfiledProcess process = ProfiledProcess.find(adb, PACKAGE).getFirst();
    Path shared = Files.createDirectories(folder.resolve("shared"));
    Path own = Files.createDirectories(folder.resolve("own"));
    List<Path> files = process.collect(shared);
    assertThat(process.collect(new OwnFiles(adb, PACKAGE), own)).hasSameSizeAs(files);
    assertThat(files).hasSizeGreaterThan(2);
    for (Path each : files) {
      assertThat(own.resolve(shared.relativize(each))).hasSameBinaryContentAs(each);
    }
  }

  /** The ports of virtual devices are this machine's. */
  @Test
  void anotherDevicesProcessIsNotTakenForItsOwn() throws IOException {
    try (VirtualDevice second = device("second");
        DirectDevice other = connect(second)) {
      assertThatThrownBy(() -> other.service("localabstract:alfred." + PACKAGE).close())
          .hasMessageContaining("localabstract");
      Path into = folder.resolve("of-second");
      Run run = Run.of("collect", PACKAGE, "-s", second.serial(), "-o", into.toString());
      assertThat(run.err()).contains("no injected app answers");
      assertThat(run.exit()).isNotZero();
      assertThat(into).doesNotExist();
    }
  }

  /** Files of {@code /data/data} are those of the app alone, as which adb may act in some. */
  @Test
  void whereSharedFilesAreRefusedTheAppsOwnWayIsTaken() throws IOException {
    String own = "/data/data/" + PACKAGE + "/files";
    Path settings =
        Files.writeString(
            folder.resolve("own.conf"), "PROFILEDIR=" + folder.resolve("closed/root" + own) + "\n");
    try (VirtualDevice closed = device("closed");
        DirectDevice other = connect(closed)) {
      start(other, "closed", "--tau-conf", settings.toString());
      assertThatThrownBy(() -> new SharedFiles(other).list(own))
          .hasMessageContaining("may not read");
      Path refused = folder.resolve("refused");
      Run run = Run.of("collect", PACKAGE, "-s", closed.serial(), "-o", refused.toString());
      assertThat(run.exit()).isEqualTo(4);
      assertThat(run.err())
          .contains("run-as: package not debuggable: " + PACKAGE, "inject it --debuggable");
      assertThat(refused).doesNotExist();

      shell(other, "logcat -c");
      start(other, "closed", "--debuggable", "--tau-conf", settings.toString());
      String profile = own + "/profile.0.0.0";
      assertThatThrownBy(
              () -> new SharedFiles(other).receive(profile, OutputStream.nullOutputStream()))
          .hasMessageContaining("Permission denied");
      assertThat(shell(other, "ls " + own + "; cat < " + profile))
          .isEqualTo(
              "ls: "
                  + own
                  + ": Permission denied\nsh: can't open "
                  + profile
                  + ": Permission denied\n");
      Path taken = folder.resolve("taken");
      Run again = Run.of("collect", PACKAGE, "-s", closed.serial(), "-o", taken.toString());
      assertThat(again.exit()).as(again.err()).isZero();
      assertThat(text(taken)).containsPattern("\"[^\"\n]*Counted[^\"\n]*step[^\"\n]*\" 41 0 ");
    }
  }

  /** TAU's way, with Google's adb: its own threads, DUMP at a forwarded port, files by pull. */
  @Test
  @NeedsPeer(Peer.ADB)
  void theAppHearsOfItsThreadsByTheDevicesDebugMonitor() throws IOException, InterruptedException {
    try (VirtualDevice heard = device("heard");
        DirectDevice monitor = connect(heard);
        StockAdb stock = new StockAdb(folder.resolve("home"))) {
      new DeviceKeys(folder.resolve("heard")).add(DeviceKeys.read(Path.of(stock.key() + ".pub")));
      Files.writeString(
          folder.resolve("heard/root/sdcard/tau.conf"), "TAU_THREAD_MONITOR=ddm\nTAU_VERBOSE=1\n");
      start(monitor, "heard", "--debuggable", "--trace");
      stock.run("connect", heard.serial());
      // The other device has a program at this port, too.
      assertThat(shell(monitor, "logcat -d -s TAU")).contains("Alfred waits at port 6113");
      String port = stock.run("forward", "tcp:0", "tcp:6113").out().strip();

      Path pulled = folder.resolve("pulled");
      String silent = "";
      while (silent.isEmpty()) {
        String answer = order(Integer.parseInt(port), "DUMP");
        assertThat(answer).startsWith("OK ");
        String from = answer.replaceFirst("OK \\d+ profiles in ", "");
        OutputFolder.delete(pulled);
        assertThat(stock.run("pull", from, pulled.toString()).out()).contains("pulled");
        silent = lid(text(pulled));
      }
      try (Stream<Path> files = Files.walk(pulled)) {
        assertThat(files).anyMatch(each -> each.endsWith("profile.0.0.0"));
      }
      String socket = "localabstract:alfred." + PACKAGE;
      String byName = stock.run("forward", "tcp:0", socket).out().strip();
      assertThat(order(Integer.parseInt(byName), "PING")).isEqualTo("OK");
      int pid = Vms.find(List.of(monitor), Duration.ofSeconds(30)).getFirst().pid();
      try (VmClient vm = VmClient.connect(monitor.open(pid), Duration.ofSeconds(30))) {
        assertThat(vm.threads())
            .filteredOn(each -> each.name().equals("silent"))
            .extracting(each -> each.id() + "")
            .containsExactly(silent);
      }
      Run report = Run.of("report", CollectCommand.calls(pulled).getFirst().toString());
      assertThat(report.out()).as(report.err()).containsPattern(" 41 .*Counted.step");
      assertThat(text(pulled)).containsPattern("\"[^\"\n]*Counted[^\"\n]*step[^\"\n]*\" 41 0 ");
    }
  }

  private static String order(int port, String command) throws IOException {
    try (Socket alfred = new Socket(InetAddress.getLoopbackAddress(), port);
        var answer =
            new BufferedReader(
                new InputStreamReader(alfred.getInputStream(), StandardCharsets.UTF_8))) {
      alfred.getOutputStream().write((command + "\n").getBytes(StandardCharsets.US_ASCII));
      return answer.readLine() + "";
    }
  }

  /** Returns the VM's id of the thread that makes no calls; empty if it is not known yet. */
  private static String lid(String profiles) {
    String thread = "<name>Thread Name</name><value>silent</value>";
    Matcher lid = Pattern.compile(thread + ".*?<name>lid</name><value>(\\d+)<").matcher(profiles);
    return lid.find() ? lid.group(1) : "";
  }

  @Test
  void whoDoesNotAnswerIsNamed() {
    Run run = collect("org.test.other", folder.resolve("other"));
    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("no injected app answers", "org.test.other");
    assertThat(folder.resolve("other")).doesNotExist();
    assertThat(collect("../x", folder.resolve("other")).err()).contains("no package's name");
  }

  private static String text(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(each, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
