package dev.dexscope.device.guest;

import dev.dexscope.agents.DebugAgent;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpHub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where debuggers of this process come to: HotSpot's own JDWP, which is loaded with the first one
 * and stays for others.
 */
final class DebuggerEnd {
  private static final int MILLIS_TO_LOAD = 60_000;

  /** No virtual ones: debuggers stop those. */
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("dexscope debugger").factory();

  private final CountDownLatch loaded = new CountDownLatch(1);

  /**
   * The same for the program alone. A latch wakes one who waits, and that one the next: behind a
   * thread of the program, which a debugger stops in the midst of it, others would wait for ever.
   */
  private final CountDownLatch released = new CountDownLatch(1);

  /** Open as soon as the program's thread waits, where it is to. */
  private final CountDownLatch arrived = new CountDownLatch(1);

  private final boolean waits;

  /** Null where none can be loaded. */
  private volatile @Nullable DebugAgent agent;

  private @Nullable JdwpHub hub;
  private int debuggers;

  /**
   * @param waits whether the program is to stand still until the first one lets it go on
   */
  DebuggerEnd(boolean waits) {
    agent = DebugAgent.isPossible() ? DebugAgent.prepare() : null;
    this.waits = waits && agent != null;
  }

  /** Whether the program waits for its first debugger. */
  boolean isAwaited() {
    return waits && loaded.getCount() > 0;
  }

  /** Waits until a debugger has let the program go on. The caller may hold no lock. */
  void await() throws InterruptedException {
    arrived.countDown();
    released.await();
  }

  /** A debugger comes by a connection that its monitor may use as well. */
  synchronized JdwpHub.Place join(JdwpConnection connection) throws IOException {
    JdwpHub there = hub;
    if (there == null) {
      there = load();
      hub = there;
    }
    JdwpHub.Place place = there.join(connection);
    debuggers++;
    DdmConnection.debugger(true);
    return place;
  }

  /** It has left, and what it has stopped goes on. */
  synchronized void leave(JdwpHub.Place place) throws IOException {
    debuggers--;
    DdmConnection.debugger(debuggers > 0);
    place.close();
  }

  private JdwpHub load() throws IOException {
    DebugAgent known = agent;
    if (known == null) {
      throw new IOException("debuggers cannot come on this machine");
    }
    awaitArrival();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(MILLIS_TO_LOAD);
      String address = "127.0.0.1:" + server.getLocalPort();
      THREADS.newThread(() -> load(known, address, server)).start();
      JdwpConnection vm =
          JdwpConnection.connect(Link.of(server.accept()), JdwpConnection.Limits.DEFAULT);
      JdwpHub there = JdwpHub.over(vm, THREADS);
      // It stops the program last: who lets that go on before would do so for nothing.
      loaded.await();
      return there;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The agent stops the program's threads wherever they are. One that stood in a lock, such as that
   * of a class loader, would stop for ever whoever loads the agent, and so itself.
   */
  private void awaitArrival() throws IOException {
    try {
      if (waits && !arrived.await(MILLIS_TO_LOAD, TimeUnit.MILLISECONDS)) {
        throw new IOException("the program has not come to where it waits");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** It connects within this call, and may wait in it for the debugger. */
  private void load(DebugAgent known, String address, ServerSocket server) {
    try {
      known.load(address, waits);
    } catch (IOException | RuntimeException e) {
      System.err.println("dexscope: debuggers cannot attach: " + e.getMessage());
      agent = null;
      try {
        server.close();
      } catch (IOException closing) {
        // Who waits for it sees that it has.
      }
    }
    loaded.countDown();
    released.countDown();
  }
}
