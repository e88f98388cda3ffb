package dev.dexscope.base.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that waits in the operating system: for another process's pipe, for its end. A virtual
 * thread that waits there keeps its carrier, of which there are as many as processors: with as many
 * slow processes, no other virtual thread would run, not even the one that ends them.
 *
 * <pre>{@code
 * int answer = Blocking.call(() -> in.read());
 * }</pre>
 */
public final class Blocking {
  private Blocking() {}

  /**
   * Does the work on a platform thread, if this one is virtual, and returns its result.
   *
   * @throws IOException if it does, or {@link InterruptedIOException} if this thread is
   *     interrupted; the work is then interrupted too, and not waited for
   */
  public static <T> T call(Callable<T> work) throws IOException {
    var task = new FutureTask<>(work);
    if (Thread.currentThread().isVirtual()) {
      Thread worker = Thread.ofPlatform().daemon().name("blocking").start(task);
      return result(task, worker);
    }
    task.run();
    return result(task, Thread.currentThread());
  }

  private static <T> T result(FutureTask<T> task, Thread worker) throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      worker.interrupt();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** Starts a clock: a thread that does not depend on the carriers of virtual ones. */
  public static Thread startClock(Runnable clock) {
    return Thread.ofPlatform().daemon().name("clock").start(clock);
  }
}
