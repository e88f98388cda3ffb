package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbServer;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Apps with activities on the virtual device, by stock adb. */
@NeedsPeer({Peer.APP_FRAMEWORK, Peer.ADB})
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeviceAppsIT {
  private static final Path SAMPLES = Path.of("../samples/target").toAbsolutePath();
  private static final String BIRDBOOK = "dev.dexscope.samples.birdbook";

  @TempDir static Path folder;
  private static StockAdb adb;
  private static String serial = "";

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Packaged.installTheFramework(folder);
    adb = new StockAdb(folder.resolve("home"));
    Run started =
        Packaged.dexscope(
            folder,
            "device",
            "start",
            "--port",
            "0",
            "--folder",
            folder.resolve("device").toString(),
            "--authorize",
            adb.key() + ".pub");
    assertThat(started.exit()).as(started.err()).isZero();
    serial = started.out().lines().findFirst().orElseThrow().split(" +")[1];
    adb.run("connect", serial);
    run("wait-for-device");
    assertThat(run("install", debuggable().toString()).out()).contains("Success");
    assertThat(run("install", "-t", SAMPLES.resolve("birdbook-tests.apk").toString()).out())
        .contains("Success");
  }

  private static Path debuggable() throws IOException {
    Path apk = folder.resolve("birdbook.apk");
    try (var archive = ZipArchive.open(SAMPLES.resolve("birdbook.apk"))) {
      Manifest manifest = Manifest.of(archive);
      manifest.makeDebuggable();
      ZipRewriter content = new ZipRewriter(archive);
      content.put(Manifest.ENTRY, manifest.write());
      new Signer(DebugKeystore.openOrCreate(folder.resolve("a.keystore")))
          .sign(content, manifest.minSdk(), apk, Optional.empty());
    }
    return apk;
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    adb.close();
    Packaged.dexscope(folder, "device", "stop", "--port", serial.split(":")[1]);
  }

  private static Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "-s";
    all[1] = serial;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return adb.run(all);
  }

  private static Peer.Answer shell(String line) throws IOException, InterruptedException {
    return run("shell", line);
  }

  @Test
  void anAppIsStartedTouchedAndEnded() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    assertThat(shell("am start -W -p " + BIRDBOOK).out())
        .contains("cmp=" + BIRDBOOK + "/.SightingsActivity", "Status: ok", "LaunchState: COLD");
    String pid = shell("pidof " + BIRDBOOK).out().strip();
    assertThat(shell("ps").out()).containsPattern("u0_a\\d+ +" + pid + ".*" + BIRDBOOK + "\n");
    assertThat(shell("run-as " + BIRDBOOK + " ls databases").out()).contains("sightings.db");
    assertThat(shell("logcat -d --pid=" + pid).out())
        .contains("D LifecycleMonitor: ", "SightingsActivity@");

    assertThat(shell("am start -W -n " + BIRDBOOK + "/.SpeciesActivity").out())
        .contains("LaunchState: WARM");
    assertThat(shell("pidof " + BIRDBOOK).out()).isEqualTo(pid + "\n");
    assertThat(shell("input tap 10").exit()).isEqualTo(1);
    assertThat(shell("input tap 100 200; input swipe 500 1500 500 500 100; input keyevent 4"))
        .isEqualTo(new Peer.Answer(0, ""));
    Path picture = folder.resolve("screen.png");
    assertThat(shell("screencap -p /sdcard/screen.png").exit()).isZero();
    run("pull", "/sdcard/screen.png", picture.toString());
    // PNG specification, 11.2.2: width and height stand behind the signature and the chunk's head.
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(picture));
    assertThat(bytes.getInt(20)).as("portrait").isGreaterThan(bytes.getInt(16));

    assertThatMonitorsSee(Integer.parseInt(pid));
    assertThat(shell("am force-stop " + BIRDBOOK).exit()).isZero();
    assertThat(shell("pidof " + BIRDBOOK)).isEqualTo(new Peer.Answer(1, ""));
  }

  /** It is there already, by the same key: afterwards it is as before. */
  @Test
  void anAppIsProfiled() throws IOException, InterruptedException {
    shell("am force-stop " + BIRDBOOK);
    Path results = folder.resolve("profiles");
    Run profile =
        Packaged.dexscope(
            folder,
            "profile",
            folder.resolve("birdbook.apk").toString(),
            "--keystore",
            folder.resolve("a.keystore").toString(),
            "--keystore-pass",
            "file:" + Files.writeString(folder.resolve("password"), "dexscope"),
            "--cpu",
            "--seconds",
            "1",
            "-o",
            results.toString(),
            "--on-device",
            serial);
    assertThat(profile.exit()).as(profile.err()).isZero();
    assertThat(profile.err())
        .containsSubsequence("started: " + BIRDBOOK, "fetched: 3 files", "put back as it was");
    assertThat(profile.out()).contains("BirdBook.onCreate()");
    // TAU's profiles: calls, calls from it, exclusive and inclusive time.
    assertThat(Files.readString(results.resolve("MULTI__CPU_TIME/profile.0.0.0")))
        .containsPattern("SightingsActivity.onCreate\\([^\"]*\" 1 \\d+ [1-9]");
    assertThat(shell("pidof " + BIRDBOOK)).isEqualTo(new Peer.Answer(1, ""));
  }

  private static void assertThatMonitorsSee(int pid) throws IOException {
    try (JdwpClient vm =
        JdwpClient.connect(
            AdbServer.local(adb.port()).open(serial, "jdwp:" + pid),
            JdwpConnection.Limits.DEFAULT,
            _ -> {})) {
      assertThat(ask(vm, new AppChunk.Greeting(1)))
          .isInstanceOfSatisfying(
              AppChunk.Hello.class,
              hello -> {
                assertThat(hello.pid()).isEqualTo(pid);
                assertThat(hello.name()).isEqualTo(BIRDBOOK);
              });
      assertThat(ask(vm, new CommonChunk.Bare(ChunkType.of("THST"))))
          .isInstanceOfSatisfying(
              ThreadChunk.Status.class, status -> assertThat(status.threads()).isNotEmpty());
      assertThat(ask(vm, new ThreadChunk.StackRequest(1)))
          .isInstanceOfSatisfying(
              ThreadChunk.Stack.class, stack -> assertThat(stack.frames()).isNotEmpty());
    }
  }

  private static Chunk ask(JdwpClient vm, Chunk request) throws IOException {
    JdwpPacket.Reply reply =
        vm.ask(
            JdwpCommand.DDM_SET,
            JdwpCommand.DDM_COMMAND,
            request.toRaw().toPacket(),
            Duration.ofSeconds(30));
    return ChunkCodec.decode(Meaning.REPLY, RawChunk.readAll("reply", reply.data()).getFirst());
  }

  @Test
  void whatIsNotThereIsRefusedInAndroidsWords() throws IOException, InterruptedException {
    assertThat(shell("am start -n " + BIRDBOOK + "/.None").out())
        .contains("Error type 3", "Activity class {" + BIRDBOOK + "/" + BIRDBOOK + ".None} does");
    assertThat(shell("am start -p org.none").out()).contains("unable to resolve Intent");
    assertThat(shell("am start").exit()).isEqualTo(1);
    assertThat(shell("am instrument -w org.none/.Tests").out())
        .contains("INSTRUMENTATION_FAILED: org.none/.Tests");
  }

  @Test
  void instrumentationTestsTellOfThemselvesAsOnAPhone() throws IOException, InterruptedException {
    List<String> runners = shell("pm list instrumentation").out().lines().toList();
    assertThat(runners).singleElement().asString().endsWith("(target=" + BIRDBOOK + ")");
    String runner = runners.getFirst().replaceAll("instrumentation:| .*", "");
    String told = shell("am instrument -w -r -e expected Dodo " + runner).out();
    assertThat(told)
        .contains(
            "INSTRUMENTATION_STATUS: test=packagesAreTheirOwn\n",
            "INSTRUMENTATION_STATUS_CODE: 1\n",
            "INSTRUMENTATION_STATUS_CODE: 0\n",
            "INSTRUMENTATION_STATUS: stack=java.lang.AssertionError: Dodo is in the list\n",
            "INSTRUMENTATION_STATUS_CODE: -2\n")
        .endsWith("INSTRUMENTATION_CODE: -1\n");
  }
}
