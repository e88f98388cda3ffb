package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A VM at a port of this machine that says what a test wants. */
final class FakeVm implements Closeable {
  /** What it does with each packet. */
  @FunctionalInterface
  interface Behaviour {
    void on(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException;
  }

  private final ServerSocket server;
  private final Behaviour behaviour;
  private final AtomicInteger connections = new AtomicInteger();

  FakeVm(Behaviour behaviour) throws IOException {
    this.behaviour = behaviour;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::acceptAll);
  }

  int port() {
    return server.getLocalPort();
  }

  /** How many have come. */
  int connections() {
    return connections.get();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // The test has ended.
      }
    }
  }

  private void serve(Socket socket) {
    try (JdwpConnection monitor =
        JdwpConnection.accept(Link.of(socket), JdwpConnection.Limits.DEFAULT)) {
      JdwpPacket packet;
      while ((packet = monitor.read()) != null) {
        if (packet instanceof JdwpPacket.Command command) {
          behaviour.on(monitor, command);
        }
      }
    } catch (IOException e) {
      // The monitor has left.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
