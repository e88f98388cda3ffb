package dev.dexscope.device.guest;

import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import dev.dexscope.wire.jdwp.PacketQueue;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Answers one monitor in the order of its requests, on a thread of its own. An answer may have to
 * wait for a lock held by a thread of the program that a debugger has suspended; a debugger on the
 * same connection can resume it meanwhile.
 *
 * <pre>{@code
 * try (MonitorEnd end = MonitorEnd.over(connection, (command, to) -> to.send(reply(command)), log)) {
 *   end.ask(command);
 * }
 * }</pre>
 */
final class MonitorEnd implements Closeable {
  /** A peer that sends more requests without reading answers is no longer read. */
  private static final int MOST_ASKED = 64;

  private static final int MOST_BYTES_ASKED = 1 << 22;

  /** Answers a question. */
  interface Answers {
    void answer(JdwpPacket.Command command, MonitorEnd to) throws IOException;
  }

  private final JdwpConnection connection;
  private final MonitorOutbox outbox;
  private final PacketQueue<JdwpPacket.Command> asked =
      new PacketQueue<>(MOST_ASKED, MOST_BYTES_ASKED);
  private final Consumer<IOException> failures;
  private volatile boolean isClosed;

  private MonitorEnd(JdwpConnection connection, Consumer<IOException> failures) {
    this.connection = connection;
    this.failures = failures;
    outbox = MonitorOutbox.over(connection, this::fail);
  }

  /**
   * Its threads end when it is closed; the connection is the caller's.
   *
   * @param failures gets the reason where the connection fails, and is closed for it
   */
  static MonitorEnd over(
      JdwpConnection connection, Answers answers, Consumer<IOException> failures) {
    MonitorEnd end = new MonitorEnd(connection, failures);
    Thread.ofPlatform().daemon().name("dexscope answers").start(() -> end.answerAll(answers));
    return end;
  }

  /** Takes a question; waits while too many are not answered. */
  void ask(JdwpPacket.Command command) throws IOException {
    try {
      if (!asked.put(command)) {
        throw new EOFException(connection.peer() + ": was dropped");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Sends a packet after all queued reports. */
  void send(JdwpPacket packet) throws IOException {
    outbox.send(packet);
  }

  /** Leaves a packet; threads of the program may come, too. */
  void tell(JdwpPacket packet) {
    outbox.tell(packet);
  }

  boolean isClosed() {
    return isClosed;
  }

  private void answerAll(Answers answers) {
    try {
      JdwpPacket.Command next;
      while ((next = asked.take()) != null) {
        answers.answer(next, this);
      }
    } catch (IOException e) {
      fail(e);
    } catch (InterruptedException e) {
      fail(new IOException("interrupted", e));
    } catch (RuntimeException | Error e) {
      // Whoever waits for an answer is not left to wait for ever.
      fail(new IOException(connection.peer() + ": " + e, e));
    }
  }

  private void fail(IOException reason) {
    // Waiting callers are notified.
    asked.close();
    if (!isClosed) {
      failures.accept(reason);
    }
    try {
      connection.close();
    } catch (IOException e) {
      // It is dropped anyway.
    }
  }

  @Override
  public void close() {
    isClosed = true;
    outbox.close();
    asked.close();
  }
}
