package dev.dexscope.apphost;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocketImpl;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;

/**
 * A datagram socket of an app without network: it can be created and configured, but reaches no
 * address.
 */
final class OfflineDatagrams extends DatagramSocketImpl {
  private final Map<Integer, Object> options = new HashMap<>();

  private static SocketException unreachable() {
    return new SocketException("Network is unreachable");
  }

  @Override
  protected void create() {}

  @Override
  protected void bind(int port, InetAddress address) {
    localPort = port;
  }

  @Override
  protected void connect(InetAddress address, int port) throws SocketException {
    throw unreachable();
  }

  @Override
  protected void send(DatagramPacket packet) throws IOException {
    throw unreachable();
  }

  @Override
  protected int peek(InetAddress address) throws IOException {
    throw unreachable();
  }

  @Override
  protected int peekData(DatagramPacket packet) throws IOException {
    throw unreachable();
  }

  @Override
  protected void receive(DatagramPacket packet) throws IOException {
    throw unreachable();
  }

  @Override
  @SuppressWarnings("removal") // The JDK still calls it.
  protected void setTTL(byte ttl) {}

  @Override
  @SuppressWarnings("removal") // The JDK still calls it.
  protected byte getTTL() {
    return 1;
  }

  @Override
  protected void setTimeToLive(int ttl) {}

  @Override
  protected int getTimeToLive() {
    return 1;
  }

  @Override
  protected void join(InetAddress address) throws IOException {
    throw unreachable();
  }

  @Override
  protected void leave(InetAddress address) throws IOException {
    throw unreachable();
  }

  @Override
  protected void joinGroup(SocketAddress address, NetworkInterface network) throws IOException {
    throw unreachable();
  }

  @Override
  protected void leaveGroup(SocketAddress address, NetworkInterface network) throws IOException {
    throw unreachable();
  }

  @Override
  protected void close() {}

  @Override
  public void setOption(int id, Object value) {
    options.put(id, value);
  }

  @Override
  public Object getOption(int id) throws SocketException {
    Object value = options.get(id);
    if (value == null) {
      throw new SocketException("Socket option is not set");
    }
    return value;
  }
}
