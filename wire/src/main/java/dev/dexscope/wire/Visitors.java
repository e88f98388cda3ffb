package dev.dexscope.wire;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Accepts the connections to a server. */
public final class Visitors {
  /** If a process has no file left for a connection, others have to end first. */
  private static final int MILLIS_AFTER_FAILURE = 100;

  private Visitors() {}

  /**
   * Takes them as they come, until the server is closed.
   *
   * <pre>{@code
   * Visitors.takeAll(() -> !server.isClosed(), server::accept, each -> serve(each));
   * }</pre>
   *
   * @param served gets each; it may neither wait nor throw
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public static <T> void takeAll(BooleanSupplier isOpen, Callable<T> accept, Consumer<T> served)
      throws InterruptedException {
    while (isOpen.getAsBoolean()) {
      try {
        served.accept(accept.call());
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        if (isOpen.getAsBoolean()) {
          Thread.sleep(MILLIS_AFTER_FAILURE);
        }
      }
    }
  }
}
