package dev.dexscope.apphost;

import dev.dexscope.apps.AppSession;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.guest.DeviceLine;
import dev.dexscope.libcore.SteadyChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What others want done to the app: an {@link AppSession}, or a device; or nobody. */
public final class Orders {
  private final BlockingQueue<Optional<String>> given = new LinkedBlockingQueue<>();
  private final Consumer<String> answers;
  private volatile boolean isEnded;

  private Orders(Consumer<String> answers) {
    this.answers = answers;
  }

  /** Those of who has started this process; connects. */
  static Orders connect() throws IOException {
    String session = System.getenv(AppSession.VARIABLE);
    return session == null ? ofNobody() : ofSession(session);
  }

  private static Orders ofNobody() {
    var orders = new Orders(_ -> {});
    orders.end();
    return orders;
  }

  private static Orders ofSession(String variable) throws IOException {
    // The app may interrupt its threads.
    var session = new SteadyChannel(SocketChannel.open(UnixDomainSocketAddress.of(variable)));
    var orders = new Orders(line -> send(session, line));
    Thread.ofPlatform().daemon().name("dexscope orders").start(() -> orders.read(session));
    return orders;
  }

  /** Those that adb's commands on a device give. */
  static Orders of(DeviceLine device, StartRequest request) throws IOException {
    var orders = new Orders(device::answer);
    device.begin(request, orders::give);
    return orders;
  }

  private static void send(SteadyChannel session, String line) {
    try {
      session.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SteadyChannel session) {
    try {
      var in = new BufferedReader(new InputStreamReader(session.in(), StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        give(line);
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    end();
  }

  private void give(String order) {
    given.add(Optional.of(order));
  }

  private void end() {
    given.add(Optional.empty());
  }

  /** Says how the last order went; nothing where nobody gives any. */
  public void answer(String line) {
    answers.accept(line.replaceAll("\\s+", " "));
  }

  /**
   * The next one.
   *
   * @param waits whether to wait for it; else there may be none
   */
  public @Nullable String next(boolean waits) {
    try {
      Optional<String> next = waits ? given.take() : given.poll();
      isEnded |= next != null && next.isEmpty();
      return next == null ? null : next.orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isEnded = true;
      return null;
    }
  }

  /** Whether there will be no more. */
  public boolean isEnded() {
    return isEnded;
  }
}
