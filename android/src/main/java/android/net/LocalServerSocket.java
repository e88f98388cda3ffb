package android.net;

import dev.dexscope.libcore.AbstractSockets;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listens at a name in the abstract namespace of the device. */
public class LocalServerSocket implements Closeable {
  private final LocalSocketAddress address;
  private final Path file;
  private final ServerSocketChannel channel;

  /**
   * Begins to listen.
   *
   * @throws IOException where the name is taken, or this is no device's process
   */
  public LocalServerSocket(String name) throws IOException {
    address = new LocalSocketAddress(name);
    file = AbstractSockets.ofDevice(name);
    channel = AbstractSockets.listen(file);
  }

  public LocalSocketAddress getLocalSocketAddress() {
    return address;
  }

  /** Waits for a connection. */
  public LocalSocket accept() throws IOException {
    return new LocalSocket(channel.accept());
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      Files.deleteIfExists(file);
    }
  }
}
