package android.net;

import dev.dexscope.libcore.AbstractSockets;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A connection by a Unix socket. Its channel never blocks, so that reading can have a deadline. */
public class LocalSocket implements Closeable {
  private final SocketChannel channel;
  private final Selector readable;
  private final Selector writable;
  private final InputStream in = new In();
  private final OutputStream out = new Out();
  private volatile int timeout;

  public LocalSocket() throws IOException {
    this(SocketChannel.open(StandardProtocolFamily.UNIX));
  }

  LocalSocket(SocketChannel channel) throws IOException {
    this.channel = channel;
    readable = Selector.open();
    writable = Selector.open();
  }

  /** Connects, where it is not connected yet. */
  public void connect(LocalSocketAddress address) throws IOException {
    if (address.getNamespace() != LocalSocketAddress.Namespace.ABSTRACT) {
      throw new IOException("only abstract names are known here, not " + address.getNamespace());
    }
    channel.connect(UnixDomainSocketAddress.of(AbstractSockets.ofDevice(address.getName())));
  }

  public boolean isConnected() {
    return channel.isConnected();
  }

  public InputStream getInputStream() throws IOException {
    return in;
  }

  public OutputStream getOutputStream() throws IOException {
    return out;
  }

  /** How many milliseconds reading may take; 0 for as long as it does. */
  public void setSoTimeout(int millis) throws IOException {
    timeout = millis;
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
    channel.close();
    readable.close();
    writable.close();
  }

  /** Waits until something can be done; false where that takes too long. */
  private boolean await(Selector selector, int operation, int millis) throws IOException {
    try {
      if (channel.isBlocking()) {
        channel.configureBlocking(false);
      }
      if (selector.keys().isEmpty()) {
        SelectionKey _ = channel.register(selector, operation);
      }
      int found = selector.select(millis);
      selector.selectedKeys().clear();
      return found > 0 || millis == 0;
    } catch (ClosedSelectorException e) {
      throw new ClosedChannelException();
    }
  }

  private final class In extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      synchronized (readable) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (true) {
          if (!await(readable, SelectionKey.OP_READ, timeout)) {
            throw new SocketTimeoutException("Try again");
          }
          int count = channel.read(buffer);
          if (count != 0) {
            return count;
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      LocalSocket.this.close();
    }
  }

  private final class Out extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      synchronized (writable) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          await(writable, SelectionKey.OP_WRITE, 0);
          int _ = channel.write(buffer);
        }
      }
    }

    @Override
    public void close() throws IOException {
      LocalSocket.this.close();
    }
  }
}
