package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NetworkGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** Methods and constructors of {@link Socket}, which connect it. */
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

  /** {@link Socket#Socket(String, int)}. */
  public static Socket make(String host, int port) throws IOException {
    NetworkGuard.check();
    return new Socket(host, port);
  }

  /** {@link Socket#Socket(InetAddress, int)}. */
  public static Socket make(InetAddress address, int port) throws IOException {
    NetworkGuard.check();
    return new Socket(address, port);
  }

  /** {@link Socket#Socket(String, int, InetAddress, int)}. */
  public static Socket make(String host, int port, InetAddress local, int localPort)
      throws IOException {
    NetworkGuard.check();
    return new Socket(host, port, local, localPort);
  }

  /** {@link Socket#Socket(InetAddress, int, InetAddress, int)}. */
  public static Socket make(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    NetworkGuard.check();
    return new Socket(address, port, local, localPort);
  }
}
