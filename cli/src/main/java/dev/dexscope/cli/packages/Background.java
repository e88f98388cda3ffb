package dev.dexscope.cli.packages;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that goes on beside a command's own, and ends with the process.
 *
 * <pre>{@code
 * Background<SigningKey> key = Background.start(options::load);
 * ...
 * sign(key.await());
 * }</pre>
 */
final class Background<T> {
  private final FutureTask<T> task;

  private Background(Callable<T> work) {
    task = new FutureTask<>(work);
  }

  static <T> Background<T> start(Callable<T> work) {
    var background = new Background<>(work);
    Thread.ofPlatform().daemon().name("background").start(background.task);
    return background;
  }

  /** Returns the result; fails as the work did. */
  T await() throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
