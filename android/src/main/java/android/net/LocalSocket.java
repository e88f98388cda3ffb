package android.net;

import dev.dexscope.libcore.AbstractSockets;
import dev.dexscope.libcore.SteadyChannel;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection by a Unix socket. */
public class LocalSocket implements Closeable {
  private final SocketChannel channel;
  private volatile @Nullable SteadyChannel steady;
  private volatile int timeout;

  public LocalSocket() throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
  }

  LocalSocket(SocketChannel connected) throws IOException {
    channel = connected;
    steady = new SteadyChannel(connected);
  }

  /** Connects, where it is not connected yet. */
  public void connect(LocalSocketAddress address) throws IOException {
    if (address.getNamespace() != LocalSocketAddress.Namespace.ABSTRACT) {
      throw new IOException("only abstract names are known here, not " + address.getNamespace());
    }
    channel.connect(UnixDomainSocketAddress.of(AbstractSockets.ofDevice(address.getName())));
    SteadyChannel connected = new SteadyChannel(channel);
    connected.timeout(timeout);
    steady = connected;
  }

  public boolean isConnected() {
    return channel.isConnected();
  }

  public InputStream getInputStream() throws IOException {
    return connected().in();
  }

  public OutputStream getOutputStream() throws IOException {
    return connected().out();
  }

  private SteadyChannel connected() throws IOException {
    SteadyChannel connected = steady;
    if (connected == null) {
      throw new IOException("socket not connected");
    }
    return connected;
  }

  /** How many milliseconds reading may take; 0 for as long as it does. */
  public void setSoTimeout(int millis) throws IOException {
    timeout = millis;
    SteadyChannel connected = steady;
    if (connected != null) {
      connected.timeout(millis);
    }
  }

  public int getSoTimeout() throws IOException {
    return timeout;
  }

  public void shutdownInput() throws IOException {
    channel.shutdownInput();
  }

  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  /** The host's user, as whom all of a device runs; numbers of processes are not told. */
  public Credentials getPeerCredentials() throws IOException {
    Map<String, Object> own = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
    return new Credentials(0, number(own, "uid"), number(own, "gid"));
  }

  private static int number(Map<String, Object> attributes, String name) throws IOException {
    if (attributes.get(name) instanceof Integer number) {
      return number;
    }
    throw new IOException("the system tells no " + name);
  }

  @Override
  public void close() throws IOException {
    SteadyChannel connected = steady;
    if (connected == null) {
      channel.close();
    } else {
      connected.close();
    }
  }
}
