package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.cli.Run;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.monitor.DirectDevice;
import dev.dexscope.monitor.OwnFiles;
import dev.dexscope.monitor.ProfiledProcess;
import dev.dexscope.wire.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An injected program runs on the virtual device, and its profiles are fetched. */
@Timeout(120)
class CollectCommandTest {
  private static final String PACKAGE = "org.test.counted";
  private static final int API = 26;

  private static final String PROGRAM =
      """
      public class Counted {
        static int total;

        public static void main(String[] words) throws Exception {
          Thread worker = new Thread(Counted::repeat, "worker");
          worker.start();
          worker.join();
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

  @BeforeAll
  static void start() throws IOException, CompilationFailedException {
    Path place = Files.createDirectories(folder.resolve("device"));
    new DeviceKeys(place).add(OwnKey.get().publicKey());
    device = VirtualDevice.start(place, 0, _ -> false);
    adb =
        DirectDevice.connect(
            VmOptions.address(device.serial()), List.of(OwnKey.get()), Duration.ofSeconds(30));
    Path profiled = place.resolve("root/data/local/tmp/profiled.apk");
    Run injected =
        Run.of(
            "inject", "--trace", "--debuggable", original().toString(), "-o", profiled.toString());
    assertThat(injected.exit()).as(injected.err()).isZero();
    assertThat(shell("pm install /data/local/tmp/profiled.apk")).contains("Success");
    shell("am start -n " + PACKAGE + "/Counted");
    awaitInLog("done");
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
    ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(System.out, System.err, "--release", "11", "-g", log + "", source.toString());
    Path code = folder.resolve("code.jar");
    D8.run(
        D8Command.builder()
            .addProgramFiles(folder.resolve("Counted.class"))
            .addLibraryResourceProvider(
                JdkClassFileProvider.fromSystemModulesJdk(Path.of(System.getProperty("java.home"))))
            .setMinApiLevel(API)
            .setOutput(code, OutputMode.DexIndexed)
            .build());
    Path apk = folder.resolve("original.apk");
    try (var archive = ZipArchive.open(code)) {
      ZipRewriter content = new ZipRewriter(archive);
      content.put(Manifest.ENTRY, Manifest.create(PACKAGE, API, API).write());
      new Signer(DebugKeystore.openOrCreate(folder.resolve("a.keystore")))
          .sign(content, API, apk, Optional.empty());
    }
    return apk;
  }

  private static String shell(String command) throws IOException {
    try (Link link = adb.service("exec:" + command)) {
      return new String(link.in().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void awaitInLog(String text) throws IOException {
    try (Link link = adb.service("exec:logcat");
        var lines = new BufferedReader(new InputStreamReader(link.in(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null && !line.contains(text)) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
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
    assertThat(run.err()).contains(" files of " + PACKAGE + " at tcp:");
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
    Path place = Files.createDirectories(folder.resolve("second"));
    new DeviceKeys(place).add(OwnKey.get().publicKey());
    try (VirtualDevice second = VirtualDevice.start(place, 0, _ -> false)) {
      Path into = folder.resolve("of-second");
      Run run = Run.of("collect", PACKAGE, "-s", second.serial(), "-o", into.toString());
      assertThat(run.err()).contains("no injected app answers");
      assertThat(run.exit()).isNotZero();
      assertThat(into).doesNotExist();
    }
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
