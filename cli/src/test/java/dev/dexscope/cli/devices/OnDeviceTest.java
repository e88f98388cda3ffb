package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.cli.Main;
import dev.dexscope.cli.Run;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.monitor.device.DeviceApp;
import dev.dexscope.monitor.device.DirectDevice;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code profile --on-device} of programs on the virtual device; after each it is as before. */
@FullTier("starts programs on the virtual device")
@Timeout(180)
class OnDeviceTest {
  private static final String PACKAGE = "org.test.ondevice";

  /** The end of a program after its calls. */
  private static final String WAIT = "synchronized (Steps.class) { Steps.class.wait(); }";

  @TempDir static Path folder;
  private static VirtualDevice device;
  private static DirectDevice adb;
  private static DeviceApp app;

  @BeforeAll
  static void start() throws IOException {
    device = start(folder.resolve("device"));
    adb =
        DirectDevice.connect(
            VmOptions.address(device.serial()), List.of(OwnKey.get()), Duration.ofSeconds(30));
    app = new DeviceApp(adb, PACKAGE);
  }

  private static VirtualDevice start(Path place) throws IOException {
    new DeviceKeys(Files.createDirectories(place)).add(OwnKey.get().publicKey());
    return VirtualDevice.start(place, 0, _ -> false);
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(app.isRunning()).isFalse();
    List<String> left = app.packages();
    if (!left.isEmpty()) {
      app.uninstall();
    }
    assertThat(left).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(Path::toString).filter(each -> each.endsWith(".part"))).isEmpty();
    }
  }

  /** A program that calls {@code step} 41 times, and then does something. */
  private static Path program(String name, String after)
      throws IOException, CompilationFailedException {
    return program(name, after, folder.resolve("a.keystore"));
  }

  private static Path program(String name, String after, Path keystore)
      throws IOException, CompilationFailedException {
    Path work =
        compile(
            name,
            """
            public class Steps {
              static int total;

              public static void main(String[] words) throws Exception {
                for (int i = 0; i < 41; i++) {
                  step(i);
                }
                %s
              }

              static void step(int i) {
                for (int j = 0; j < 100; j++) {
                  total += i * j;
                }
              }
            }
            """
                .formatted(after));
    return SignedPackages.of(work.resolve("Steps.class"), PACKAGE, keystore);
  }

  /** A folder with the classes of a source. */
  private static Path compile(String name, String text) throws IOException {
    Path work = Files.createDirectories(folder.resolve(name));
    Path source = Files.writeString(work.resolve("Steps.java"), text);
    TestCompiler.javac("--release", "11", "-g", source.toString());
    return work;
  }

  /** A program half of which is in a split. */
  private static List<Path> parts(String name) throws IOException, CompilationFailedException {
    Path work =
        compile(
            name,
            """
            public class Steps {
              public static void main(String[] words) throws Exception {
                for (int i = 0; i < 41; i++) {
                  Part.work(i);
                }
                %s
              }
            }

            class Part {
              static int total;

              static void work(int i) {
                for (int j = 0; j < 100; j++) {
                  total += i * j;
                }
              }
            }
            """
                .formatted(WAIT));
    Path keystore = folder.resolve("a.keystore");
    return List.of(
        SignedPackages.of(
            work.resolve("Steps.class"), PACKAGE, keystore, "manifest@isSplitRequired=true"),
        SignedPackages.of(work.resolve("Part.class"), PACKAGE, keystore, "manifest@split=part"));
  }

  private static Run profile(Path apk, String output, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "profile",
                apk.toString(),
                "--on-device",
                device.serial(),
                "-o",
                folder.resolve(output).toString()));
    words.addAll(List.of(more));
    return Run.of(words.toArray(String[]::new));
  }

  @Test
  void aProgramIsMeasuredAndGone() throws IOException, CompilationFailedException {
    Run run = profile(program("waits", WAIT), "measured", "--seconds", "1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Steps.step").doesNotContain("CPU time");
    assertThat(run.err())
        .containsSubsequence(
            "injected: ", "installed on ", "started: ", "fetched: ", "uninstalled");
    assertThat(folder.resolve("measured/dexscope.0.trace")).isNotEmptyFile();
    assertThat(folder.resolve("measured/profile.0.0.0")).isNotEmptyFile();
  }

  @Test
  void aCrashLeavesItsProfile() throws IOException, CompilationFailedException {
    Run run = profile(program("crashes", "throw new Exception(\"x\");"), "crashed");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Steps.step");
    assertThat(run.err()).contains("uninstalled");
  }

  @Test
  void anAppIsMeasuredWithItsSplits() throws IOException, CompilationFailedException {
    List<Path> parts = parts("parts");
    Run run = profile(parts.getFirst(), "splits", "--seconds", "1", parts.getLast().toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Part.work");
    assertThat(run.err()).contains("injected: 2 of 4 methods", "uninstalled");

    Run half = profile(parts.getFirst(), "half", "--seconds", "1");
    assertThat(half.exit()).as(half.err()).isEqualTo(3);
    assertThat(half.err()).contains("splits").doesNotContain("installed");
    assertThat(folder.resolve("half")).doesNotExist();
  }

  @Test
  void anArchiveOfSplitsIsMeasured() throws IOException, CompilationFailedException {
    Path archive = folder.resolve("steps.apks");
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (Path each : parts("archive")) {
        zip.putNextEntry(new ZipEntry("splits/" + each.getFileName()));
        zip.write(Files.readAllBytes(each));
      }
    }
    Run run = profile(archive, "of-archive", "--seconds", "1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Part.work");
    assertThat(run.err()).contains("uninstalled");
  }

  /** Its profiler answers from its first instrumented call on, which never comes. */
  @Test
  void theUserEndsItBeforeAnythingIsMeasured() throws Exception {
    Path work =
        compile(
            "early",
            """
            public class Steps {
              public static void main(String[] words) throws Exception {
                %s
                step();
              }

              static void step() throws Exception {
                Steps.class.notifyAll();
              }
            }
            """
                .formatted(WAIT));
    Path apk =
        SignedPackages.of(work.resolve("Steps.class"), PACKAGE, folder.resolve("a.keystore"));
    Process process =
        start(apk, device.serial(), "early-output", "--include", "Steps#step", "--all");
    try (BufferedReader lines = process.errorReader();
        BufferedReader report = process.inputReader()) {
      await(lines, "started: ");
      process.toHandle().destroy();
      assertThat(lines.lines().toList())
          .anyMatch(each -> each.contains("uninstalled"))
          .anyMatch(each -> each.contains("nothing was measured"));
      assertThat(report.lines().toList()).isEmpty();
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder.resolve("early-output")).doesNotExist();
  }

  /** If files are the app's own, as in {@code /data/data}, adb has to become the app. */
  @Test
  void ownFilesAreFetchedOfAnAppThatMayBeDebuggedOnly()
      throws IOException, CompilationFailedException {
    Path apk = program("own", WAIT);
    Path own = folder.resolve("device/root/data/data/" + PACKAGE + "/files");
    Path settings = Files.writeString(folder.resolve("own.conf"), "PROFILEDIR=" + own + "\n");
    Run refused = profile(apk, "closed", "--seconds", "1", "--tau-conf", settings.toString());
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err())
        .contains("package not debuggable: " + PACKAGE, "--debuggable", "uninstalled");
    assertThat(folder.resolve("closed")).doesNotExist();

    Run run =
        profile(apk, "opened", "--seconds", "1", "--debuggable", "--tau-conf", settings.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Steps.step");
  }

  @Test
  void whatIsNoAppIsRefusedBeforeTheDeviceIsTouched() throws IOException {
    Path apk = Files.writeString(folder.resolve("text.apk"), "no package");
    Run run = profile(apk, "nothing");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains("not a well-formed package").doesNotContain("installed");
    assertThat(profile(Files.writeString(folder.resolve("A.java"), "class A {}"), "nothing").err())
        .contains("not a package: ");
    assertThat(folder.resolve("nothing")).doesNotExist();
  }

  @Test
  void anAppWithAnotherKeyStays() throws IOException, CompilationFailedException {
    Path apk = program("other", WAIT);
    app.install(List.of(apk), false);
    List<String> before = app.packages();
    Run run = profile(apk, "refused", "--seconds", "1");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err())
        .contains("INSTALL_FAILED_UPDATE_INCOMPATIBLE", "adb uninstall " + PACKAGE)
        .doesNotContain("\ndexscope: uninstalled", "put back");
    assertThat(app.packages()).isEqualTo(before);
    assertThat(folder.resolve("refused")).doesNotExist();
    app.uninstall();
  }

  @Test
  void anAppWithTheSameKeyIsPutBack() throws IOException, CompilationFailedException {
    Path apk = program("same", WAIT, DebugKeystore.path());
    app.install(List.of(apk), false);
    Run run = profile(apk, "updated", "--seconds", "1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern(" 41 .*Steps.step");
    assertThat(run.err()).contains("over the installed version", "put back as it was");
    List<Path> now = app.receive(Files.createDirectories(folder.resolve("now")));
    assertThat(now).hasSize(1);
    assertThat(now.getFirst()).hasSameBinaryContentAs(apk);
    app.uninstall();
  }

  @Test
  void aDeviceThatIsLostIsToldWithWhatToDo() throws Exception {
    Path apk = program("lost", WAIT);
    VirtualDevice other = start(folder.resolve("other-device"));
    Process process = start(apk, other.serial(), "lost-output");
    try (BufferedReader lines = process.errorReader()) {
      await(lines, "measuring");
      other.close();
      assertThat(lines.lines().toList())
          .anyMatch(each -> each.contains("not uninstalled"))
          .anyMatch(each -> each.contains("adb uninstall " + PACKAGE));
      assertThat(process.waitFor()).isEqualTo(4);
    } finally {
      process.destroyForcibly();
      other.close();
    }
    assertThat(folder.resolve("lost-output")).doesNotExist();
  }

  @Test
  void theUserEndsItAndSeesTheReport() throws Exception {
    Process process = start(program("ended", WAIT), device.serial(), "ended-output");
    try (BufferedReader lines = process.errorReader();
        BufferedReader report = process.inputReader()) {
      await(lines, "measuring");
      process.toHandle().destroy();
      assertThat(lines.lines().toList()).anyMatch(each -> each.contains("uninstalled"));
      assertThat(report.lines().toList()).anyMatch(each -> each.contains("Steps.step"));
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder.resolve("ended-output/profile.0.0.0")).isNotEmptyFile();
  }

  private static Process start(Path apk, String serial, String output, String... more)
      throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "profile",
                apk.toString(),
                "--on-device",
                serial,
                "-o",
                folder.resolve(output).toString()));
    words.addAll(List.of(more));
    return new ProcessBuilder(words).start();
  }

  private static void await(BufferedReader lines, String text) throws IOException {
    List<String> all = new ArrayList<>();
    while (all.isEmpty() || !all.getLast().contains(text)) {
      String line = lines.readLine();
      assertThat(line).as("behind " + all).isNotNull();
      all.add(line);
    }
  }
}
