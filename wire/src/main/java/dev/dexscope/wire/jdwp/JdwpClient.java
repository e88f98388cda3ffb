package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a VM, from any number of threads. Each question has a deadline, because VMs leave some
 * unanswered: ART sends no reply to DDM where it has nothing to tell.
 *
 * <pre>{@code
 * try (JdwpClient vm = JdwpClient.connect(link, JdwpConnection.Limits.DEFAULT, event -> {})) {
 *   Fields all = vm.ask(JdwpCommand.named("VirtualMachine.AllThreads"), Fields.NONE, deadline);
 * }
 * }</pre>
 */
public final class JdwpClient implements Closeable {
  /** As many questions may be open at once. */
  private static final int MOST_PENDING = 1024;

  private final JdwpConnection connection;
  private final Consumer<JdwpPacket.Command> events;
  private final Map<Integer, CompletableFuture<JdwpPacket.Reply>> pending =
      new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private volatile IdSizes sizes = IdSizes.EIGHT;

  private JdwpClient(JdwpConnection connection, Consumer<JdwpPacket.Command> events) {
    this.connection = connection;
    this.events = events;
  }

  /**
   * Shakes hands with a VM.
   *
   * @param events gets what the VM sends unasked, one after the other. It may ask questions only
   *     from another thread, because the answers come behind it.
   */
  public static JdwpClient connect(
      Link link, JdwpConnection.Limits limits, Consumer<JdwpPacket.Command> events)
      throws IOException {
    return over(JdwpConnection.connect(link, limits), events);
  }

  /** The same after the handshake. */
  public static JdwpClient over(JdwpConnection connection, Consumer<JdwpPacket.Command> events) {
    JdwpClient client = new JdwpClient(connection, events);
    Thread.ofVirtual().name("jdwp " + connection.peer()).start(client::readAll);
    return client;
  }

  /** Asks the VM how large its ids are; before that all have 8 bytes, as of most VMs. */
  public IdSizes learnSizes(Duration deadline) throws IOException {
    sizes = IdSizes.of(ask(JdwpCommand.named("VirtualMachine.IDSizes"), Fields.NONE, deadline));
    return sizes;
  }

  public IdSizes sizes() {
    return sizes;
  }

  /** The fields of the VM's answer; a refusal is a {@link JdwpError}. */
  public Fields ask(JdwpCommand command, Fields arguments, Duration deadline) throws IOException {
    byte[] data = command.request().write(arguments, sizes);
    JdwpPacket.Reply reply = ask(command.set(), command.command(), data, deadline);
    if (reply.error() != 0) {
      throw new JdwpError(command.name(), reply.error());
    }
    return command.read(reply, sizes);
  }

  /** The VM's answer, refusals too. */
  public JdwpPacket.Reply ask(int set, int command, byte[] data, Duration deadline)
      throws IOException {
    int id = lastId.incrementAndGet();
    CompletableFuture<JdwpPacket.Reply> answer = new CompletableFuture<>();
    if (pending.size() >= MOST_PENDING) {
      throw new IOException(connection.peer() + ": " + MOST_PENDING + " commands are unanswered");
    }
    pending.put(id, answer);
    try {
      if (ended.isDone()) {
        throw new EOFException(connection.peer() + ": the connection has ended");
      }
      connection.write(new JdwpPacket.Command(id, set, command, data));
      return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new DeadlineException(connection.peer(), "reply to " + set + "." + command, deadline);
    } catch (ExecutionException e) {
      throw new IOException(connection.peer() + ": the connection has failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(connection.peer() + ": interrupted", e);
    } finally {
      pending.remove(id);
    }
  }

  /** Sends a command to which no answer is expected. */
  public void tell(int set, int command, byte[] data) throws IOException {
    connection.write(new JdwpPacket.Command(lastId.incrementAndGet(), set, command, data));
  }

  /** Ends when the connection does, with the reason where that is a failure. */
  public CompletableFuture<@Nullable Void> ended() {
    return ended.copy();
  }

  private void readAll() {
    try {
      @Nullable JdwpPacket packet;
      while ((packet = connection.read()) != null) {
        switch (packet) {
          case JdwpPacket.Command command -> events.accept(command);
          // An answer after its deadline has nobody who waits for it.
          case JdwpPacket.Reply reply -> {
            CompletableFuture<JdwpPacket.Reply> asked = pending.get(reply.id());
            if (asked != null) {
              asked.complete(reply);
            }
          }
        }
      }
      ended.complete(null);
      end(new EOFException("the VM has ended the connection"));
    } catch (IOException | RuntimeException e) {
      end(e);
    }
  }

  private void end(Exception reason) {
    try {
      connection.close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    ended.completeExceptionally(reason);
    pending.values().forEach(each -> each.completeExceptionally(reason));
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
