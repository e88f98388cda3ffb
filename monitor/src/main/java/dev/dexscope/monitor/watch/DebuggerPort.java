package dev.dexscope.monitor.watch;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.Visitors;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port of this machine for the debuggers of a VM. Several may connect, at once or one after the
 * other; the VM stays attached when they disconnect.
 *
 * <pre>{@code
 * try (DebuggerPort port = DebuggerPort.open(8700, vm::serveDebugger)) {
 *   System.out.println("jdb -attach " + port.port());
 *   vm.ended().join();
 * }
 * }</pre>
 */
public final class DebuggerPort implements Closeable {
  /** The port at which Android's debuggers have always expected the selected program. */
  private static final int USUAL = 8700;

  private static final int BACKLOG = 8;

  private final ServerSocket server;
  private final Target target;
  private final Set<JdwpConnection> served = ConcurrentHashMap.newKeySet();

  private DebuggerPort(ServerSocket server, Target target) {
    this.server = server;
    this.target = target;
  }

  /** The target of debuggers. */
  @FunctionalInterface
  public interface Target {
    /** Serves a debugger until it disconnects. If that is not possible, it is dropped. */
    void serve(JdwpConnection debugger) throws IOException;
  }

  /**
   * Listens.
   *
   * @param port 0 for a free one
   */
  public static DebuggerPort open(int port, Target target) throws IOException {
    ServerSocket server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    DebuggerPort opened = new DebuggerPort(server, target);
    Thread.ofVirtual().name("debugger port").start(opened::acceptAll);
    return opened;
  }

  /**
   * Listens at the port that Android's debuggers have always expected, or at a free one if that is
   * in use, by another monitor perhaps.
   *
   * @throws IOException if there is no free one
   */
  public static DebuggerPort openUsual(Target target) throws IOException {
    try {
      return open(USUAL, target);
    } catch (BindException e) {
      return open(0, target);
    }
  }

  /** The port. */
  public int port() {
    return server.getLocalPort();
  }

  private void acceptAll() {
    try {
      Visitors.takeAll(
          () -> !server.isClosed(),
          server::accept,
          each -> Thread.ofVirtual().name("debugger").start(() -> serve(each)));
    } catch (InterruptedException e) {
      // Nobody interrupts it.
    }
  }

  private void serve(Socket socket) {
    try (JdwpConnection debugger =
        JdwpConnection.accept(Link.of(socket), JdwpConnection.Limits.DEFAULT)) {
      served.add(debugger);
      try {
        if (!server.isClosed()) {
          target.serve(debugger);
        }
      } finally {
        served.remove(debugger);
      }
    } catch (IOException | RuntimeException e) {
      // This one alone is dropped.
    }
  }

  /** Drops its debuggers; the VM stays attached. */
  @Override
  public void close() throws IOException {
    server.close();
    for (JdwpConnection each : served) {
      each.close();
    }
  }
}
