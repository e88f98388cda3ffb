package dev.dexscope.device.control;

import dev.dexscope.vm.logcat.LogEntry;
import java.io.EOFException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Tells the log whose connections were given up, and why. Those who come again and again fill it no
 * faster than {@value #MOST_PER_SECOND} times a second; each message says how many there were.
 */
public final class DroppedPeers {
  static final int MOST_PER_SECOND = 10;

  private static final int MAIN_BUFFER = 0;
  private static final int WARN = 5;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final String tag;
  private final Consumer<LogEntry> log;
  private Instant second = Instant.EPOCH;
  private int toldInSecond;
  private long count;

  public DroppedPeers(String tag, Consumer<LogEntry> log) {
    this.tag = tag;
    this.log = log;
  }

  /**
   * A connection has ended by an exception. That of a peer who has left by itself is not told.
   *
   * @param reason names the peer
   */
  public void ended(Throwable reason) {
    Throwable cause = reason.getCause();
    Throwable own = reason instanceof CompletionException && cause != null ? cause : reason;
    boolean hasLeft =
        own instanceof EOFException
            || own instanceof SocketException
            || own instanceof ClosedChannelException;
    if (!hasLeft) {
      String message = own.getMessage();
      ended(message == null ? own.toString() : message);
    }
  }

  /** The same in words. */
  public synchronized void ended(String reason) {
    count++;
    Instant now = Instant.now();
    if (now.isAfter(second.plus(SECOND))) {
      second = now;
      toldInSecond = 0;
    }
    if (toldInSecond++ < MOST_PER_SECOND) {
      long pid = ProcessHandle.current().pid();
      String message = "connection dropped (" + count + " so far): " + reason;
      log.accept(new LogEntry(now, MAIN_BUFFER, WARN, pid, pid, tag, message));
    }
  }
}
