package dev.dexscope.apphost;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.nio.channels.spi.SelectorProvider;
import java.util.HashMap;
import java.util.Map;

/** A socket of an app without network: it can be created and configured, but reaches no address. */
final class OfflineSocket extends SocketImpl {
  private final Map<Integer, Object> options = new HashMap<>();

  /**
   * All sockets of this process are such ones from now on, if its channels are: where they are not,
   * the system keeps it from the network.
   */
  @SuppressWarnings("deprecation") // The JDK has no other way.
  static void installBesideChannels() throws IOException {
    if (SelectorProvider.provider() instanceof OfflineChannels) {
      Socket.setSocketImplFactory(OfflineSocket::new);
      ServerSocket.setSocketFactory(OfflineSocket::new);
      DatagramSocket.setDatagramSocketImplFactory(OfflineDatagrams::new);
    }
  }

  private static ConnectException unreachable() {
    return new ConnectException("Network is unreachable");
  }

  @Override
  protected void create(boolean stream) {}

  @Override
  protected void connect(String host, int port) throws IOException {
    throw unreachable();
  }

  @Override
  protected void connect(InetAddress address, int port) throws IOException {
    throw unreachable();
  }

  @Override
  protected void connect(SocketAddress address, int timeout) throws IOException {
    throw unreachable();
  }

  @Override
  protected void bind(InetAddress host, int port) {}

  @Override
  protected void listen(int backlog) throws IOException {
    throw unreachable();
  }

  @Override
  protected void accept(SocketImpl other) throws IOException {
    throw unreachable();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    throw unreachable();
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    throw unreachable();
  }

  @Override
  protected int available() {
    return 0;
  }

  @Override
  protected void close() {}

  @Override
  protected void sendUrgentData(int data) throws IOException {
    throw unreachable();
  }

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
