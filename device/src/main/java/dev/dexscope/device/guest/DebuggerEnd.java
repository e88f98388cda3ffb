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
 * The endpoint of this process's debuggers: HotSpot's own JDWP, which is loaded with the first one
 * and kept for others.
 */
final class DebuggerEnd {
  private static final int MILLIS_TO_LOAD = 60_000;

  /** No virtual ones: debuggers stop those. */
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("dexscope debugger").factory();

  private final CountDownLatch loaded = new CountDownLatch(1);

  /**
   * The same for the program alone. A latch wakes one waiting thread, and that one the next: after
   * a thread of the program, which a debugger suspends in between, others would wait for ever.
   */
  private final CountDownLatch released = new CountDownLatch(1);

  /** Open as soon as the program's thread waits, where it is to. */
  private final CountDownLatch arrived = new CountDownLatch(1);

  private final boolean waits;

  /** Null if none can be loaded. */
  private volatile @Nullable DebugAgent agent;

  private @Nullable JdwpHub hub;
  private int debuggers;

  /**
   * @param waits whether the program waits until the first one resumes it
   */
  DebuggerEnd(boolean waits) {
    agent = DebugAgent.isPossible() ? DebugAgent.prepare() : null;
    this.waits = waits && agent != null;
  }

  /** Returns whether the program waits for its first debugger. */
  boolean isAwaited() {
    return waits && loaded.getCount() > 0;
  }

  /** Waits until a debugger has resumed the program. The caller may hold no lock. */
  void await() throws InterruptedException {
    arrived.countDown();
    released.await();
  }

  /** Adds a debugger with a connection that its monitor may use as well. */
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

  /** Called when it has disconnected: its suspensions end. */
  synchronized void leave(JdwpHub.Place place) throws IOException {
    debuggers--;
    DdmConnection.debugger(debuggers > 0);
    place.close();
  }

  private JdwpHub load() throws IOException {
    DebugAgent known = agent;
    if (known == null) {
      throw new IOException("debuggers cannot attach on this machine");
    }
    awaitArrival();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(MILLIS_TO_LOAD);
      String address = "127.0.0.1:" + server.getLocalPort();
      THREADS.newThread(() -> load(known, address, server)).start();
      JdwpConnection vm =
          JdwpConnection.connect(Link.of(server.accept()), JdwpConnection.Limits.DEFAULT);
      JdwpHub there = JdwpHub.over(vm, THREADS);
      // It suspends the program last: an earlier resume would have no effect.
      loaded.await();
      return there;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The agent suspends the program's threads wherever they are. One suspended in a lock, such as
   * that of a class loader, would block the thread that loads the agent for ever.
   */
  private void awaitArrival() throws IOException {
    try {
      if (waits && !arrived.await(MILLIS_TO_LOAD, TimeUnit.MILLISECONDS)) {
        throw new IOException("the program has not reached the point where it waits");
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
