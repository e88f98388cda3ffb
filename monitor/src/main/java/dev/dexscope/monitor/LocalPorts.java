package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * VMs that listen at ports of this machine; their ports stand for their numbers. A VM that has been
 * opened is not looked for again, because it may take one connection only.
 */
public final class LocalPorts implements DeviceLink {
  private static final int FIRST = 8000;
  private static final int LAST = 8040;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final int first;
  private final int last;
  private final Duration patience;
  private final Set<Integer> open = ConcurrentHashMap.newKeySet();

  /**
   * @param first the first port that is looked at
   * @param last the last one
   * @param patience how long a VM may take for its handshake
   */
  public LocalPorts(int first, int last, Duration patience) {
    this.first = first;
    this.last = last;
    this.patience = patience;
  }

  /** Where VMs of a workstation have always been looked for. */
  public static LocalPorts usual() {
    return new LocalPorts(FIRST, LAST, Duration.ofSeconds(2));
  }

  @Override
  public String serial() {
    return "local";
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public PidTracker track() {
    return new Scan();
  }

  @Override
  public Link open(int port) throws IOException {
    Link link = connect(port);
    open.add(port);
    return new Link(
        link.peer(),
        link.in(),
        link.out(),
        () -> {
          open.remove(port);
          link.close();
        });
  }

  @Override
  public boolean hasServices() {
    return false;
  }

  @Override
  public Link service(String name) throws IOException {
    throw new MonitorException("the ports of this machine have no service " + name);
  }

  private Link connect(int port) throws IOException {
    Socket socket = new Socket();
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      socket.connect(address, (int) patience.toMillis());
      return Link.of(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private boolean isVm(int port) {
    var limits = new JdwpConnection.Limits(1 << 20, patience);
    try (JdwpConnection _ = JdwpConnection.connect(connect(port), limits)) {
      return true;
    } catch (IOException | RuntimeException e) {
      // Nobody, or somebody else.
      return false;
    }
  }

  /** Looks again and again. */
  private final class Scan implements PidTracker {
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean hasLooked;

    @Override
    public @Nullable List<Integer> next(@Nullable Duration limit) throws IOException {
      try {
        if (hasLooked && closed.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS)) {
          return null;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      hasLooked = true;
      List<Integer> found = new ArrayList<>();
      for (int port = first; port <= last; port++) {
        if (open.contains(port) || isVm(port)) {
          found.add(port);
        }
      }
      return found;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }
}
