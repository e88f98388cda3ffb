package dev.dexscope.web.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections that have no request for too long. Jetty closes those that are silent; one
 * that sends the head of a request byte by byte is never silent, and takes a place all the same.
 */
final class Doorkeeper extends AbstractLifeCycle implements Connection.Listener {
  /**
   * Since when a connection has no request, or has one. Jetty's counts of messages do not show
   * that: an interim answer (100, Continue) is counted, too.
   */
  private record Seen(boolean isServed, long nanos) {
    static Seen now(boolean isServed) {
      return new Seen(isServed, System.nanoTime());
    }
  }

  private final Duration patience;
  private final Scheduler scheduler;
  private final Map<Connection, Seen> connections = new ConcurrentHashMap<>();

  Doorkeeper(Duration patience, Scheduler scheduler) {
    this.patience = patience;
    this.scheduler = scheduler;
  }

  @Override
  protected void doStart() {
    again();
  }

  private void again() {
    scheduler.schedule(this::look, patience.toMillis() / 2 + 1, TimeUnit.MILLISECONDS);
  }

  @Override
  public void onOpened(Connection connection) {
    connections.put(connection, Seen.now(false));
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  /** A request of this connection is being answered. */
  void begin(Connection connection) {
    connections.computeIfPresent(connection, (_, _) -> Seen.now(true));
  }

  /** It has been answered. */
  void end(Connection connection) {
    connections.computeIfPresent(connection, (_, _) -> Seen.now(false));
  }

  private void look() {
    if (!isStarting() && !isStarted()) {
      return;
    }
    long now = System.nanoTime();
    connections.forEach((connection, seen) -> {
      if (!seen.isServed && now - seen.nanos > patience.toNanos()) {
        connection.close();
      }
    });
    again();
  }
}
