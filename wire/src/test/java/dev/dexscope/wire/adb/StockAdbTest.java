package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.Link;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Google's adb as the peer of both sides: of the device below, and of {@link AdbServer}. */
@NeedsPeer(Peer.ADB)
class StockAdbTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PID = 4711;

  @TempDir static Path folder;
  private static StockAdb adb;
  private static TestDevice device;
  private static final List<AdbPublicKey> ASKED = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Path root = Files.createDirectories(folder.resolve("root"));
    device =
        new TestDevice(
            root,
            new AdbAuthority(
                () -> List.copyOf(ASKED),
                key -> {
                  ASKED.add(key);
                  return true;
                }));
    device.addVm(PID, stream -> stream.link().in().transferTo(stream.link().out()));
    adb = new StockAdb(folder.resolve("home"));
    // Does not wait for the user's answer: "failed to authenticate".
    adb.run("connect", device.serial());
    assertThat(adb.run("-s", device.serial(), "wait-for-device").exit()).isZero();
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  private static AdbServer server() {
    return AdbServer.local(adb.port());
  }

  private static Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "-s";
    all[1] = device.serial();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return adb.run(all);
  }

  @Test
  void adbListsTheDeviceWithItsNames() throws IOException, InterruptedException {
    assertThat(adb.run("devices", "-l").out())
        .containsPattern(device.serial() + " +device product:dexscope model:Test_Device");
  }

  @Test
  void theUserIsAskedAboutTheKeyOfAdb() throws IOException {
    AdbPublicKey written =
        AdbPublicKey.parse("adbkey.pub", Files.readString(Path.of(adb.key() + ".pub")));
    assertThat(ASKED).isNotEmpty().allMatch(written::isSameKey);
    AdbKey whole = AdbKey.read(adb.key());
    assertThat(whole.publicKey()).isEqualTo(written);
    assertThat(written.toText()).isEqualTo(Files.readString(Path.of(adb.key() + ".pub")).strip());
  }

  @Test
  void adbProvesItselfByAKeyOfOurs() throws IOException, InterruptedException {
    Path home = folder.resolve("home with a key of ours");
    Path key = Files.createDirectories(home.resolve(".android")).resolve("adbkey");
    AdbKey ours = AdbKey.generate("us@here");
    ours.write(key);
    try (TestDevice strict = new TestDevice(folder, AdbAuthority.only(List.of(ours.publicKey())));
        StockAdb other = new StockAdb(home)) {
      assertThat(other.run("connect", strict.serial()).out()).contains("connected to");
      assertThat(other.run("-s", strict.serial(), "shell", "echo let in").out())
          .isEqualTo("let in\n");
    }
  }

  @Test
  void adbWithAKeyThatIsNotKnownStaysOutside() throws IOException, InterruptedException {
    try (TestDevice strict = new TestDevice(folder, AdbAuthority.only(List.of()))) {
      adb.run("connect", strict.serial());
      Peer.Answer answer = adb.run("-s", strict.serial(), "shell", "echo let in");
      assertThat(answer.exit()).isNotZero();
      assertThat(answer.out()).doesNotContain("let in");
      adb.run("disconnect", strict.serial());
    }
  }

  @Test
  void aShellKeepsOutputErrorsAndExitCodeApart() throws IOException, InterruptedException {
    assertThat(run("shell", "echo a b")).isEqualTo(new Peer.Answer(0, "a b\n"));
    assertThat(run("shell", "nothing")).isEqualTo(new Peer.Answer(127, "nothing: not found\n"));
    assertThat(run("exec-out", "echo raw")).isEqualTo(new Peer.Answer(0, "raw\n"));
  }

  @Test
  void filesOf64MegabytesGoThereAndBackUnchanged() throws IOException, InterruptedException {
    Path file = folder.resolve("large");
    byte[] block = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 64; i++) {
        random.nextBytes(block);
        out.write(block);
      }
    }
    assertThat(run("push", file.toString(), "/sdcard/large").exit()).isZero();
    assertThat(Files.mismatch(file, folder.resolve("root/sdcard/large"))).isEqualTo(-1);
    Path back = folder.resolve("back");
    assertThat(run("pull", "/sdcard/large", back.toString()).exit()).isZero();
    assertThat(Files.mismatch(file, back)).isEqualTo(-1);
    assertThat(run("shell", "echo still there").out()).isEqualTo("still there\n");
  }

  @Test
  void whatCannotBeWrittenIsToldByTheDevicesWords() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("small"), "small");
    assertThat(run("push", file.toString(), "/system/small").out())
        .contains("Read-only file system");
    assertThat(run("pull", "/nothing", folder.resolve("nothing").toString()).out())
        .contains("No such file or directory");
  }

  @Test
  void adbListsVms() throws IOException, InterruptedException {
    assertThat(run("jdwp").out()).isEqualTo(PID + "\n");
  }

  @Test
  void ourClientAsksTheServerOfAdb() throws IOException {
    AdbServer server = server();
    assertThat(server.version()).isGreaterThan(30);
    assertThat(server.devices())
        .filteredOn(each -> each.serial().equals(device.serial()))
        .singleElement()
        .satisfies(each -> assertThat(each.state()).isEqualTo("device"))
        .satisfies(each -> assertThat(each.details()).containsEntry("model", "Test_Device"));
    assertThat(server.features(device.serial())).contains("shell_v2", "stat_v2");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> server.open("nobody", "shell:ls"))
        .withMessageContaining("nobody");
  }

  @Test
  void ourClientFollowsDevicesAndVms() throws IOException {
    try (AdbServer.Tracker devices = server().trackDevices();
        AdbServer.Tracker vms = server().trackJdwp(device.serial())) {
      assertThat(devices.nextDevices())
          .extracting(AdbServer.Device::serial)
          .contains(device.serial());
      assertThat(vms.nextPids()).containsExactly(PID);
    }
  }

  @Test
  void ourClientRunsAShellThroughAdb() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (Link link = server().open(device.serial(), ShellClient.service("nothing"))) {
      assertThat(ShellClient.run(link, out, errors)).isEqualTo(127);
    }
    assertThat(out.size()).isZero();
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEqualTo("nothing: not found\n");
  }

  @Test
  void ourClientCopiesFilesThroughAdb() throws IOException {
    byte[] content = new byte[200_001];
    new Random(2).nextBytes(content);
    for (boolean isLong : new boolean[] {true, false}) {
      try (SyncClient files =
          new SyncClient(server().open(device.serial(), "sync:"), isLong, PATIENCE)) {
        files.send(InputStream.nullInputStream(), "/data/empty", 0100644, 1_600_000_000);
        files.send(new ByteArrayInputStream(content), "/data/a,b", 0100644, 1_600_000_000);
        assertThat(files.stat("/data/a,b").size()).isEqualTo(content.length);
        assertThat(files.stat("/data/a,b").modified()).isEqualTo(1_600_000_000);
        assertThat(files.stat("/data/none").exists()).isFalse();
        assertThat(files.list("/data"))
            .extracting(SyncFrame.Entry::name)
            .containsExactlyInAnyOrder("a,b", "empty");
        ByteArrayOutputStream back = new ByteArrayOutputStream();
        files.receive("/data/a,b", back);
        assertThat(back.toByteArray()).isEqualTo(content);
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> files.receive("/data/none", back))
            .withMessageContaining("No such file or directory");
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> files.send(InputStream.nullInputStream(), "/system/x", 0100644, 0))
            .withMessageContaining("Read-only");
      }
    }
  }

  @Test
  void aForwardedPortLeadsToAVm() throws IOException {
    AdbServer server = server();
    int port = server.forward(device.serial(), 0, "jdwp:" + PID);
    assertThat(server.forwards())
        .contains(new AdbServer.Forward(device.serial(), "tcp:" + port, "jdwp:" + PID));
    try (Link link = Link.of(new Socket(InetAddress.getLoopbackAddress(), port))) {
      link.write("echo".getBytes(StandardCharsets.UTF_8));
      assertThat(link.read(4)).asString(StandardCharsets.UTF_8).isEqualTo("echo");
    }
    server.removeForward(device.serial(), port);
    assertThat(server.forwards())
        .extracting(AdbServer.Forward::local)
        .doesNotContain("tcp:" + port);
  }
}
