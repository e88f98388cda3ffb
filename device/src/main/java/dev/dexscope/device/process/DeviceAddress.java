package dev.dexscope.device.process;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The device's own address on the loopback network of this machine. Ports there are the device's
 * own: neither the machine nor other devices use them. Systems that have the address 127.0.0.1
 * only, unlike Linux, share its ports.
 *
 * @param adbPort where adb connects to the device, at 127.0.0.1
 */
public record DeviceAddress(InetAddress own, int adbPort) {
  /** Read by programs of ours in an app, as the network of their device. */
  private static final String OWN = "ANDROID_LOOPBACK";

  /** The setting of injected apps, whose default is the port of phones. */
  private static final String ADB_PORT = "TAU_ADB_PORT";

  private static final int MOST_WAITING = 50;
  private static final int MOST_TRIES = 8;
  private static final byte NETWORK = 127;
  private static final byte DEVICES = 100;

  /** Returns the address of the device at a port. */
  public static DeviceAddress of(int adbPort) throws IOException {
    InetAddress own =
        InetAddress.getByAddress(
            new byte[] {NETWORK, DEVICES, (byte) (adbPort >> 8), (byte) adbPort});
    try (var _ = new ServerSocket(0, 1, own)) {
      return new DeviceAddress(own, adbPort);
    } catch (IOException e) {
      return new DeviceAddress(InetAddress.getLoopbackAddress(), adbPort);
    }
  }

  /** The variables of the device's processes. */
  Map<String, String> environment() {
    return Map.of(OWN, own.getHostAddress(), ADB_PORT, adbPort + "");
  }

  /** Connects to a port of the device; to one of this machine if it has none. */
  public Socket connect(int port) throws IOException {
    try {
      return new Socket(own, port);
    } catch (ConnectException e) {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }
  }

  /**
   * Listens at a port of the device.
   *
   * @param port 0 for a free one
   * @param isForPrograms whether to listen at the same port of 127.0.0.1 too, where programs expect
   *     the device's ports
   * @return one server for each address; none if the only address is 127.0.0.1, and is not wanted
   */
  public List<ServerSocket> listen(int port, boolean isForPrograms) throws IOException {
    if (port < 0) {
      throw new IOException("unknown socket specification");
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<InetAddress> addresses = new ArrayList<>();
    if (!own.equals(loopback)) {
      addresses.add(own);
    }
    if (isForPrograms) {
      addresses.add(loopback);
    }
    for (int tries = 1; ; tries++) {
      List<ServerSocket> servers = new ArrayList<>();
      try {
        int chosen = port;
        for (InetAddress each : addresses) {
          ServerSocket server = new ServerSocket(chosen, MOST_WAITING, each);
          servers.add(server);
          chosen = server.getLocalPort();
        }
        return servers;
      } catch (IOException e) {
        for (ServerSocket each : servers) {
          each.close();
        }
        // A port that is free at one address may be used at the other.
        if (port != 0 || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }
}
