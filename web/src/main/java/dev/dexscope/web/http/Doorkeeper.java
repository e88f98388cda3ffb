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
  /** What a connection had done when it last did something. */
  private record Seen(long messagesIn, long nanos) {}

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
    connections.put(connection, new Seen(0, System.nanoTime()));
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  private void look() {
    if (!isStarting() && !isStarted()) {
      return;
    }
    long now = System.nanoTime();
    connections.forEach((connection, seen) -> {
      boolean isServed = connection.getMessagesIn() > connection.getMessagesOut();
      if (isServed || connection.getMessagesIn() != seen.messagesIn) {
        connections.replace(connection, seen, new Seen(connection.getMessagesIn(), now));
      } else if (now - seen.nanos > patience.toNanos()) {
        connection.close();
      }
    });
    again();
  }
}
