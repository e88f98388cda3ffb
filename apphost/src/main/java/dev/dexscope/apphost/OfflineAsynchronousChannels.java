package dev.dexscope.apphost;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.spi.AsynchronousChannelProvider;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous channels of an app without network: groups of them can be made, but no channels.
 * The Java VM makes it, by the name in a system property.
 */
public final class OfflineAsynchronousChannels extends AsynchronousChannelProvider {
  private final AsynchronousChannelProvider system;

  /** Made by the Java VM. */
  public OfflineAsynchronousChannels() throws ReflectiveOperationException {
    // The one that the JDK would take; it has no public name.
    this.system =
        (AsynchronousChannelProvider)
            Class.forName("sun.nio.ch.DefaultAsynchronousChannelProvider")
                .getMethod("create")
                .invoke(null);
  }

  @Override
  public AsynchronousChannelGroup openAsynchronousChannelGroup(int threads, ThreadFactory factory)
      throws IOException {
    return system.openAsynchronousChannelGroup(threads, factory);
  }

  @Override
  public AsynchronousChannelGroup openAsynchronousChannelGroup(
      ExecutorService executor, int initialSize) throws IOException {
    return system.openAsynchronousChannelGroup(executor, initialSize);
  }

  @Override
  public AsynchronousServerSocketChannel openAsynchronousServerSocketChannel(
      @Nullable AsynchronousChannelGroup group) throws IOException {
    throw new SocketException("Network is unreachable");
  }

  @Override
  public AsynchronousSocketChannel openAsynchronousSocketChannel(
      @Nullable AsynchronousChannelGroup group) throws IOException {
    throw new SocketException("Network is unreachable");
  }
}
