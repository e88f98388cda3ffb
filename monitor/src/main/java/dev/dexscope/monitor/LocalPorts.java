package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * VMs that listen at ports of this machine; their ports stand for their numbers.
 *
 * @param first the first port that is looked at
 * @param last the last one
 * @param patience how long a VM may take for its handshake
 */
public record LocalPorts(int first, int last, Duration patience) implements DeviceLink {
  private static final int FIRST = 8000;
  private static final int LAST = 8040;

  /** Where VMs of a workstation have always been looked for. */
  public static LocalPorts usual() {
    return new LocalPorts(FIRST, LAST, Duration.ofSeconds(2));
  }

  @Override
  public String serial() {
    return "local";
  }

  @Override
  public List<Integer> pids() {
    List<Integer> found = new ArrayList<>();
    for (int port = first; port <= last; port++) {
      var limits = new JdwpConnection.Limits(1 << 20, patience);
      try (JdwpConnection _ = JdwpConnection.connect(open(port), limits)) {
        found.add(port);
      } catch (IOException | RuntimeException e) {
        // Nobody, or somebody else.
      }
    }
    return found;
  }

  @Override
  public Link open(int port) throws IOException {
    Socket socket = new Socket();
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      socket.connect(address, (int) patience.toMillis());
      return Link.of(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
