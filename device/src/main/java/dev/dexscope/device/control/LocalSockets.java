package dev.dexscope.device.control;

import dev.dexscope.libcore.SteadyChannel;
import dev.dexscope.wire.Link;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Sockets of this machine under the names of files, which only their owner may open. */
public final class LocalSockets {
  private LocalSockets() {}

  /** Listens under a name. */
  public static ServerSocketChannel listen(Path name) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(name));
    return server;
  }

  /** Connects to the listener with a name. */
  public static Link connect(Path name) throws IOException {
    return link(SocketChannel.open(UnixDomainSocketAddress.of(name)), name + "");
  }

  /**
   * The same for platform threads that may be interrupted: it does not end by that, as others do.
   */
  public static Link connectSteadily(Path name) throws IOException {
    return steadyLink(SocketChannel.open(UnixDomainSocketAddress.of(name)), name + "");
  }

  /**
   * A connection as a link that does not end when a platform thread is interrupted which uses it.
   */
  public static Link steadyLink(SocketChannel connection, String peer) throws IOException {
    try {
      SteadyChannel channel = new SteadyChannel(connection);
      return new Link(peer, channel.in(), channel.out(), channel);
    } catch (IOException e) {
      // No file may be left to wait with; the connection is one.
      connection.close();
      throw e;
    }
  }

  /** A connection as a link, which it belongs to from now on. */
  public static Link link(SocketChannel channel, String peer) {
    return new Link(
        peer,
        new BufferedInputStream(Channels.newInputStream(channel), 1 << 16),
        Channels.newOutputStream(channel),
        channel);
  }
}
