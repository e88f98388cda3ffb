package dev.dexscope.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.recording.Protocol;
import dev.dexscope.wire.recording.WireRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireCommandTest {
  private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);

  /** VirtualMachine.Dispose with the id 9. */
  private static final byte[] DISPOSE = {0, 0, 0, 11, 0, 0, 0, 9, 0, 1, 6};

  @TempDir Path folder;

  private byte[] recording() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (WireRecorder recorder = new WireRecorder(out)) {
      Link link =
          new Link("app", InputStream.nullInputStream(), new ByteArrayOutputStream(), () -> {});
      Link heard = recorder.listen(link, Protocol.JDWP, Direction.FROM_DEVICE);
      heard.write(HANDSHAKE);
      heard.write(DISPOSE);
    }
    return out.toByteArray();
  }

  @Test
  void aRecordingIsPrintedAPacketALine() throws IOException {
    Path file = Files.write(folder.resolve("app.wire"), recording());
    Run run = Run.of("wire", file.toString());
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("0   JDWP with app", "0 > #9 VirtualMachine.Dispose");
  }

  @Test
  void whatIsLeftOfADamagedRecordingIsPrintedFirst() throws IOException {
    byte[] whole = recording();
    Path file = Files.write(folder.resolve("cut.wire"), Arrays.copyOf(whole, whole.length - 1));
    Run run = Run.of("wire", file.toString());
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.out()).contains("handshake");
    assertThat(run.err())
        .startsWith("dexscope: not a readable recording, " + file + ": at 0x")
        .hasLineCount(1);
  }

  @Test
  void aConnectionIsLedOnAndRecorded() throws Exception {
    Path file = folder.resolve("led.wire");
    try (ServerSocket vm = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = freePort();
      CompletableFuture<Run> command =
          CompletableFuture.supplyAsync(() ->
              Run.of(
                  "wire",
                  "--to",
                  "127.0.0.1:" + vm.getLocalPort(),
                  "--port",
                  port + "",
                  file.toString()));
      try (Socket debugger = connect(port);
          Socket end = vm.accept()) {
        debugger.getOutputStream().write(HANDSHAKE);
        assertThat(end.getInputStream().readNBytes(14)).isEqualTo(HANDSHAKE);
        end.getOutputStream().write(HANDSHAKE);
        assertThat(debugger.getInputStream().readNBytes(14)).isEqualTo(HANDSHAKE);
        debugger.getOutputStream().write(DISPOSE);
        assertThat(end.getInputStream().readNBytes(11)).isEqualTo(DISPOSE);
      }
      assertThat(command.get(30, TimeUnit.SECONDS).exit()).isZero();
    }
    assertThat(Run.of("wire", file.toString()).out())
        .contains(
            "0 > handshake \"JDWP-Handshake\"",
            "0 < handshake \"JDWP-Handshake\"",
            "0 > #9 VirtualMachine.Dispose");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The command needs a moment before it listens. */
  private static Socket connect(int port) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void badArgumentsAreToldInOneLine() {
    assertThat(Run.of("wire", "--port", "1", "x").err())
        .isEqualTo(
            "dexscope: --port and --protocol are for making a recording; name its other end with"
                + " --to\n");
    assertThat(Run.of("wire", "--to", "nowhere", "x").err())
        .isEqualTo("dexscope: no address: nowhere; write --to 127.0.0.1:5005\n");
    assertThat(Run.of("wire", folder + "/none").exit()).isEqualTo(3);
    assertThat(Run.of("wire", folder.toString()).err()).contains("is a directory");
  }
}
