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
 * Sends commands to a VM, from any number of threads. Each has a deadline, because VMs do not
 * answer some: ART does not reply to DDM chunks without a result.
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

  private final JdwpChannel channel;
  private final Consumer<JdwpPacket.Command> events;
  private final Map<Integer, CompletableFuture<JdwpPacket.Reply>> pending =
      new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private volatile IdSizes sizes = IdSizes.EIGHT;

  JdwpClient(JdwpChannel channel, Consumer<JdwpPacket.Command> events) {
    this.channel = channel;
    this.events = events;
  }

  /**
   * Shakes hands with a VM.
   *
   * @param events receives the events of the VM, one after the other. It may send commands only
   *     from another thread, because the replies are read after it returns.
   * @throws IOException if the connection fails
   */
  public static JdwpClient connect(
      Link link, JdwpConnection.Limits limits, Consumer<JdwpPacket.Command> events)
      throws IOException {
    return over(JdwpConnection.connect(link, limits), events);
  }

  /** The same after the handshake. */
  public static JdwpClient over(JdwpConnection connection, Consumer<JdwpPacket.Command> events) {
    JdwpClient client = new JdwpClient(connection, events);
    Thread.ofVirtual().name("jdwp " + connection.peer()).start(() -> client.readAll(connection));
    return client;
  }

  /**
   * Asks the VM how large its ids are; before that all have 8 bytes, as of most VMs.
   *
   * @throws IOException if the connection fails
   */
  public IdSizes learnSizes(Duration deadline) throws IOException {
    sizes = IdSizes.of(ask(JdwpCommand.named("VirtualMachine.IDSizes"), Fields.NONE, deadline));
    return sizes;
  }

  public IdSizes sizes() {
    return sizes;
  }

  /**
   * The fields of the VM's answer; a refusal is a {@link JdwpError}.
   *
   * @throws IOException if the connection fails
   */
  public Fields ask(JdwpCommand command, Fields arguments, Duration deadline) throws IOException {
    byte[] data = command.request().write(arguments, sizes);
    JdwpPacket.Reply reply = ask(command.set(), command.command(), data, deadline);
    if (reply.error() != 0) {
      throw new JdwpError(command.name(), reply.error());
    }
    return command.read(reply, sizes);
  }

  /**
   * The VM's answer, refusals too.
   *
   * @throws IOException if the connection fails
   */
  public JdwpPacket.Reply ask(int set, int command, byte[] data, Duration deadline)
      throws IOException {
    CompletableFuture<JdwpPacket.Reply> answer = begin(set, command, data);
    try {
      return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new DeadlineException(channel.peer(), "reply to " + set + "." + command, deadline);
    } catch (ExecutionException e) {
      throw new IOException(channel.peer() + ": the connection has failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(channel.peer() + ": interrupted", e);
    } finally {
      answer.cancel(false);
    }
  }

  /**
   * Sends a command, whose reply may arrive at any time. A caller that gives up waiting must cancel
   * it, so that it is removed.
   *
   * @throws IOException if the connection fails
   */
  public CompletableFuture<JdwpPacket.Reply> begin(int set, int command, byte[] data)
      throws IOException {
    if (pending.size() >= MOST_PENDING) {
      throw new IOException(channel.peer() + ": " + MOST_PENDING + " commands are unanswered");
    }
    int id = lastId.incrementAndGet();
    CompletableFuture<JdwpPacket.Reply> answer = new CompletableFuture<>();
    pending.put(id, answer);
    var _ = answer.whenComplete((_, _) -> pending.remove(id));
    try {
      if (ended.isDone()) {
        throw new EOFException(channel.peer() + ": the connection has ended");
      }
      channel.write(new JdwpPacket.Command(id, set, command, data));
      return answer;
    } catch (IOException | RuntimeException e) {
      answer.cancel(false);
      throw e;
    }
  }

  /**
   * Sends a command to which no answer is expected.
   *
   * @throws IOException if the connection fails
   */
  public void tell(int set, int command, byte[] data) throws IOException {
    channel.write(new JdwpPacket.Command(lastId.incrementAndGet(), set, command, data));
  }

  /** Ends when the connection does, with the reason where that is a failure. */
  public CompletableFuture<@Nullable Void> ended() {
    return ended.copy();
  }

  private void readAll(JdwpConnection connection) {
    try {
      @Nullable JdwpPacket packet;
      while ((packet = connection.read()) != null) {
        take(packet);
      }
      end(null);
    } catch (IOException | RuntimeException e) {
      end(e);
    }
  }

  void take(JdwpPacket packet) {
    switch (packet) {
      case JdwpPacket.Command command -> events.accept(command);
      // Nothing waits for a reply after its deadline.
      case JdwpPacket.Reply reply -> {
        CompletableFuture<JdwpPacket.Reply> asked = pending.get(reply.id());
        if (asked != null) {
          asked.complete(reply);
        }
      }
    }
  }

  /**
   * Called when no more packets arrive.
   *
   * @param failure null if the VM has ended the connection
   */
  void end(@Nullable Exception failure) {
    if (failure == null) {
      ended.complete(null);
    } else {
      ended.completeExceptionally(failure);
    }
    Exception told =
        failure == null ? new EOFException("the VM has ended the connection") : failure;
    pending.values().forEach(each -> each.completeExceptionally(told));
    try {
      channel.close();
    } catch (IOException e) {
      // It has ended in any case.
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
