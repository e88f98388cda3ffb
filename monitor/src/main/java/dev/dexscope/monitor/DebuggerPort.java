package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpHub;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of this machine for the debuggers of one VM. Several may come, at once or one after the
 * other; the VM stays attached when they leave.
 */
public final class DebuggerPort implements Closeable {
  private final ServerSocket server;
  private final JdwpHub hub;

  private DebuggerPort(ServerSocket server, JdwpHub hub) {
    this.server = server;
    this.hub = hub;
  }

  /**
   * Listens.
   *
   * @param vm a connection with the VM, before the handshake
   * @param port 0 for a free one
   */
  public static DebuggerPort open(Link vm, int port) throws IOException {
    ServerSocket server = new ServerSocket(port, 8, InetAddress.getLoopbackAddress());
    try {
      JdwpHub hub = JdwpHub.over(JdwpConnection.connect(vm, JdwpConnection.Limits.DEFAULT));
      DebuggerPort opened = new DebuggerPort(server, hub);
      Thread.ofVirtual().name("debugger port").start(opened::acceptAll);
      return opened;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** The port. */
  public int port() {
    return server.getLocalPort();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // It is closed.
      }
    }
  }

  private void serve(Socket socket) {
    try {
      hub.serve(JdwpConnection.accept(Link.of(socket), JdwpConnection.Limits.DEFAULT));
    } catch (IOException | RuntimeException e) {
      // This one alone is dropped.
    }
  }

  /** Waits until the VM ends. */
  public void awaitEnd() {
    hub.ended().exceptionally(_ -> null).join();
  }

  @Override
  public void close() throws IOException {
    server.close();
    hub.close();
  }
}
