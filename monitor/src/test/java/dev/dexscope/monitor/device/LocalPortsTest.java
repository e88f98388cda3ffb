package dev.dexscope.monitor.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.monitor.FakeVm;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.vm.Vms;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ports of this machine that are attached to, and those that are not touched. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalPortsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static LocalPorts at(int port) {
    return new LocalPorts(port, port, PATIENCE);
  }

  private static void assertIsRefused(int port, String reason) {
    assertThatExceptionOfType(MonitorException.class)
        .isThrownBy(() -> LocalPorts.named(port, PATIENCE).open(port))
        .withMessageContainingAll(port + "", reason);
  }

  @Test
  void aVmIsAskedForItsVersionFirst() throws IOException {
    List<Integer> sets = new CopyOnWriteArrayList<>();
    FakeVm.Behaviour app = FakeVm.android(FakeVm.named("org.test.app"));
    try (FakeVm vm =
        new FakeVm((monitor, packet) -> {
          sets.add(packet.set());
          app.on(monitor, packet);
        })) {
      for (LocalPorts each : List.of(at(vm.port()), LocalPorts.named(vm.port(), PATIENCE))) {
        sets.clear();
        assertThat(Vms.find(List.of(each), PATIENCE))
            .extracting(Vms.Vm::name)
            .containsExactly("org.test.app");
        assertThat(sets).containsExactly(1, JdwpCommand.DDM_SET);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"21, OpenJDK 64-Bit Server VM", "8, Eclipse OpenJ9 VM", "25, Dalvik"})
  void whoIsNoVmOfAndroidGetsNothingElse(int major, String name) throws IOException {
    List<Integer> sets = new CopyOnWriteArrayList<>();
    FakeVm.Behaviour java = FakeVm.withVersion(major, name, FakeVm.named("org.test.java"));
    try (FakeVm vm =
        new FakeVm((monitor, packet) -> {
          sets.add(packet.set());
          java.on(monitor, packet);
        })) {
      LocalPorts ports = at(vm.port());
      assertThat(ports.pids()).isEmpty();
      assertThat(ports.pids()).isEmpty();
      assertThat(vm.connections()).as("asked again, though it is still the same").isEqualTo(1);
      assertIsRefused(vm.port(), name + " speaks no DDM");
      assertThat(sets).containsExactly(1, 1);
    }
  }

  @Test
  void whoSpeaksNoJdwpIsNone() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            while (!server.isClosed()) {
              try (Socket each = server.accept()) {
                each.getOutputStream()
                    .write("SSH-2.0-test\r\n".getBytes(StandardCharsets.US_ASCII));
              } catch (IOException e) {
                // The test has ended.
              }
            }
          });
      assertThat(at(server.getLocalPort()).pids()).isEmpty();
    }
  }

  @Test
  void aPortThatIsOnlyTakenIsNone() throws IOException {
    // It cannot be bound again, and nothing listens at it.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      assertThat(at(taken.getLocalPort()).pids()).isEmpty();
    }
  }

  /** A connection would resume it, and it would announce its port again after that. */
  @Test
  void aJavaVmThatWaitsForItsDebuggerIsNotTouched() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0",
                "--version")
            .redirectErrorStream(true)
            .start();
    try (var said =
        new BufferedReader(new InputStreamReader(java.getInputStream(), StandardCharsets.UTF_8))) {
      String announced = said.readLine();
      int port = Integer.parseInt(announced.substring(announced.lastIndexOf(' ') + 1));
      assertThat(at(port).pids()).isEmpty();
      assertIsRefused(port, "a Java VM waits for debuggers there");
      var limits = JdwpConnection.Limits.DEFAULT;
      try (JdwpClient debugger = JdwpClient.connect(FakeVm.linkTo(port), limits, _ -> {})) {
        Fields status = Fields.NONE.with("exitCode", 7);
        debugger.ask(JdwpCommand.named("VirtualMachine.Exit"), status, PATIENCE);
      }
      assertThat(java.waitFor()).isEqualTo(7);
      assertThat(said.readLine()).isNull();
    } finally {
      java.destroyForcibly();
    }
  }
}
