package dev.dexscope.device.control;

import dev.dexscope.observe.logcat.LogEntry;
import java.io.EOFException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Logs dropped connections of peers, or streams of a connection, with the reason. Peers that
 * reconnect again and again cause at most {@value #MOST_PER_SECOND} messages a second; each message
 * contains their number.
 */
public final class DroppedPeers {
  static final int MOST_PER_SECOND = 10;

  private static final int MAIN_BUFFER = 0;
  private static final int WARN = 5;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final String tag;
  private final String what;
  private final Consumer<LogEntry> log;
  private Instant second = Instant.EPOCH;
  private int toldInSecond;
  private long count;

  /**
   * Creates a log of dropped connections or streams.
   *
   * @param tag the tag of the messages
   * @param what the dropped thing: "connection"
   */
  public DroppedPeers(String tag, String what, Consumer<LogEntry> log) {
    this.tag = tag;
    this.what = what;
    this.log = log;
  }

  /**
   * Logs a connection that has ended by an exception, unless the peer has disconnected by itself.
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
      ended(words(own));
    }
  }

  /** Returns the message of an exception, or else its class. */
  public static String words(Throwable reason) {
    String message = reason.getMessage();
    return message == null ? reason.toString() : message;
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
      String message = what + " dropped (" + count + " so far): " + reason;
      log.accept(new LogEntry(now, MAIN_BUFFER, WARN, pid, pid, tag, message));
    }
  }
}
