package dev.dexscope.base.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OpenSocketsTest {
  private static final long HERE = ProcessHandle.current().pid();

  @Test
  void aListenerIsKnownByItsPort() throws IOException {
    for (String address : List.of("127.0.0.1", "0.0.0.0", "::")) {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(address))) {
        List<OpenSockets.Listener> found = OpenSockets.listeners(server.getLocalPort());
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().owners()).containsExactly(HERE);
      }
    }
  }

  @Test
  void aPortThatIsOnlyTakenHasNone() throws IOException {
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      assertThat(OpenSockets.listeners(taken.getLocalPort())).isEmpty();
    }
  }

  @Test
  void aConnectionIsOfItsProcess() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
      int port = client.getLocalPort();
      assertThat(OpenSockets.isOf(List.of(HERE), port, server.getLocalPort())).isTrue();
      assertThat(OpenSockets.isOf(List.of(), port, server.getLocalPort())).isFalse();
      assertThat(OpenSockets.isOf(List.of(HERE), port, port)).isFalse();
    }
  }
}
