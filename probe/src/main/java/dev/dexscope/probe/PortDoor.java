package dev.dexscope.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A TCP port that only this device reaches. */
final class PortDoor implements Door {
  private static final int BACKLOG = 4;

  private final ServerSocket server;
  private final int place;

  private PortDoor(ServerSocket server, int place) {
    this.server = server;
    this.place = place;
  }

  /** Opens the port or one of the next; null if all are in use. */
  static @Nullable PortDoor find(int port) {
    for (int place = 0; place < TRIES && port + place < 1 << 16; place++) {
      try {
        return new PortDoor(bind(port + place), place);
      } catch (IOException | RuntimeException e) {
        Log.info("port " + (port + place) + ": " + e.getMessage());
      }
    }
    Log.warn("no port from " + port + " on is free");
    return null;
  }

  /** A virtual device has an address of its own among those of its machine. */
  private static InetAddress loopback() throws IOException {
    String own = System.getenv("ANDROID_LOOPBACK");
    return InetAddress.getByName(own == null ? "127.0.0.1" : own);
  }

  private static ServerSocket bind(int port) throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.bind(new InetSocketAddress(loopback(), port), BACKLOG);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public Guest open() throws IOException {
    Socket guest = server.accept();
    int user = Proc.userOfConnection(guest);
    return new Guest(guest, guest.getInputStream(), guest.getOutputStream(), user);
  }

  @Override
  public void limit(Guest guest, int millis) throws IOException {
    ((Socket) guest.socket).setSoTimeout(millis);
  }

  @Override
  public boolean isClosed() {
    return server.isClosed();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  @Override
  public int place() {
    return place;
  }

  int port() {
    return server.getLocalPort();
  }

  @Override
  public String toString() {
    return "port " + port();
  }
}
