package dev.dexscope.apphost;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/**
 * Channels of an app without network: there are selectors, pipes, and sockets of this machine's
 * file system, but not to others. The Java VM makes it, by the name in a system property.
 */
public final class OfflineChannels extends SelectorProvider {
  private final SelectorProvider system;

  /** Made by the Java VM. */
  public OfflineChannels() throws ReflectiveOperationException {
    // The one that the JDK would take; it has no public name.
    this.system =
        (SelectorProvider)
            Class.forName("sun.nio.ch.DefaultSelectorProvider").getMethod("get").invoke(null);
  }

  private static SocketException unreachable() {
    return new SocketException("Network is unreachable");
  }

  @Override
  public AbstractSelector openSelector() throws IOException {
    return system.openSelector();
  }

  @Override
  public Pipe openPipe() throws IOException {
    return system.openPipe();
  }

  @Override
  public SocketChannel openSocketChannel() throws IOException {
    throw unreachable();
  }

  @Override
  public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
    if (family != StandardProtocolFamily.UNIX) {
      throw unreachable();
    }
    return system.openSocketChannel(family);
  }

  @Override
  public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
    if (family != StandardProtocolFamily.UNIX) {
      throw unreachable();
    }
    return system.openServerSocketChannel(family);
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() throws IOException {
    throw unreachable();
  }

  @Override
  public DatagramChannel openDatagramChannel() throws IOException {
    throw unreachable();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
    throw unreachable();
  }
}
