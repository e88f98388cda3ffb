package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NetworkGuard;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;

/** Methods of {@link Socket}, which connect it. */
public final class SocketMethods {
  private SocketMethods() {}

  /** {@link Socket#connect(SocketAddress)}. */
  public static void connect(Socket socket, SocketAddress address) throws IOException {
    NetworkGuard.check();
    socket.connect(address);
  }

  /** {@link Socket#connect(SocketAddress, int)}. */
  public static void connect(Socket socket, SocketAddress address, int timeout) throws IOException {
    NetworkGuard.check();
    socket.connect(address, timeout);
  }
}
