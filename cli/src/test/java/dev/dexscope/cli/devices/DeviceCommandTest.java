package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A device in a process of its own: its start, its end. */
@Timeout(60)
class DeviceCommandTest {
  @TempDir Path folder;

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort() + "";
    }
  }

  @Test
  void aDeviceStartsIsListedAndStops() throws IOException {
    AdbKey key = AdbKey.generate("me@here");
    Path file = folder.resolve("adbkey");
    key.write(file);
    String port = freePort();
    Path place = folder.resolve("device");
    Run start =
        Run.of(
            "device",
            "start",
            "--port",
            port,
            "--folder",
            place + "",
            "--authorize",
            file + ".pub");
    assertThat(start.exit()).as(start.err()).isZero();
    assertThat(start.out()).contains("adb connect 127.0.0.1:" + port);
    assertThat(start.err()).isEmpty();
    assertThat(new DeviceKeys(place).all()).contains(key.publicKey());
    assertThat(Run.of("device", "list").out()).contains("127.0.0.1:" + port).contains(place + "");

    Run again = Run.of("device", "start", "--port", port, "--folder", place + "");
    assertThat(again.exit()).isNotZero();
    assertThat(again.err()).contains("the device did not start: another device uses the folder");
    Run sameHere =
        Run.of("device", "start", "--port", port, "--folder", folder.resolve("other") + "");
    assertThat(sameHere.err()).contains("the port is in use");

    AdbKey other = AdbKey.generate("other@here");
    other.write(folder.resolve("otherkey"));
    Run more =
        Run.of(
            "device",
            "start",
            "--port",
            port,
            "--folder",
            place + "",
            "--authorize",
            folder.resolve("otherkey.pub") + "");
    assertThat(more.exit()).as(more.err()).isZero();
    assertThat(more.out()).isEqualTo(start.out());
    assertThat(new DeviceKeys(place).all()).contains(key.publicKey(), other.publicKey());

    assertThat(Run.of("ps", "-s", "127.0.0.1:" + port).exit()).isZero();
    assertThat(Run.of("device", "stop", "--port", port).out())
        .isEqualTo("stopped  127.0.0.1:" + port + "\n");
    assertThat(Run.of("device", "list").out()).doesNotContain("127.0.0.1:" + port);
    assertThat(Run.of("device", "stop", "--port", port).exit()).isEqualTo(1);
  }

  @Test
  void whatIsNoKeyOrActionIsTold() throws IOException {
    Run noKey =
        Run.of("device", "start", "--folder", folder + "", "--authorize", folder + "/none.pub");
    assertThat(noKey.exit()).isEqualTo(3);
    Run noAction = Run.of("device", "restart");
    assertThat(noAction.exit()).isEqualTo(2);
    assertThat(noAction.err()).contains("no action restart");
  }

  /** With the adb of the machine, a new key and a new server. */
  @Test
  @FullTier("starts an adb server and a device")
  @NeedsPeer(Peer.ADB)
  void thePrintedLinesLeadToOneDevice() throws IOException, InterruptedException {
    String port = freePort();
    Path place = folder.resolve("printed");
    Run start = Run.of("device", "start", "--port", port, "--folder", place + "");
    try (StockAdb adb = new StockAdb(folder.resolve("home"))) {
      assertThat(start.out())
          .isEqualTo(
              """
              device  127.0.0.1:%1$s
              folder  %2$s
              next    adb start-server && dexscope device start --port %1$s --folder %2$s --authorize ~/.android/adbkey.pub
              next    adb connect 127.0.0.1:%1$s
              """
                  .formatted(port, place));
      adb.run("start-server");
      Run authorized =
          Run.of(
              "device",
              "start",
              "--port",
              port,
              "--folder",
              place + "",
              "--authorize",
              adb.key() + ".pub");
      assertThat(authorized.exit()).as(authorized.err()).isZero();
      assertThat(adb.run("connect", "127.0.0.1:" + port).out()).contains("connected to");
      assertThat(adb.run("shell", "echo", "here").out()).isEqualTo("here\n");
    } finally {
      Run.of("device", "stop", "--port", port);
    }
  }

  /** adb looks for emulators of its machine there. */
  @Test
  void theDefaultPortIsNotOneThatAdbHasFoundAlready() {
    assertThat(IntStream.rangeClosed(5555, 5585)).doesNotContain(VirtualDevice.PORT);
  }
}
