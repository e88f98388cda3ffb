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

/** The orders to the app from an {@link AppSession} or a device, if there is one. */
public final class Orders {
  /** One order. */
  public sealed interface Order {}

  /** A step to be done, and answered. */
  public record Perform(String step) implements Order {}

  /** Its windows come to the device's screen, or leave it for those of another app. */
  public record Show(boolean isShown) implements Order {}

  private final BlockingQueue<Optional<Order>> given = new LinkedBlockingQueue<>();
  private final Consumer<String> answers;
  private volatile boolean isEnded;

  private Orders(Consumer<String> answers) {
    this.answers = answers;
  }

  /** Connects to the process that has started this one, for its orders. */
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

  /** Returns the orders of adb's commands on a device. */
  static Orders of(DeviceLine device, StartRequest request) throws IOException {
    var orders = new Orders(device::answer);
    device.begin(
        request,
        new DeviceLine.Guest() {
          @Override
          public void perform(String step) {
            orders.give(new Perform(step));
          }

          @Override
          public void show(boolean isShown) {
            orders.give(new Show(isShown));
          }
        });
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
        give(new Perform(line));
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    end();
  }

  private void give(Order order) {
    given.add(Optional.of(order));
  }

  private void end() {
    given.add(Optional.empty());
  }

  /** Reports the result of the last step; does nothing without a sender of orders. */
  public void answer(String line) {
    answers.accept(line.replaceAll("\\s+", " "));
  }

  /**
   * Returns the next order.
   *
   * @param waits whether to wait for it; else the result may be null
   */
  public @Nullable Order next(boolean waits) {
    try {
      Optional<Order> next = waits ? given.take() : given.poll();
      isEnded |= next != null && next.isEmpty();
      return next == null ? null : next.orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isEnded = true;
      return null;
    }
  }

  /** Returns whether there will be no more. */
  public boolean isEnded() {
    return isEnded;
  }
}
