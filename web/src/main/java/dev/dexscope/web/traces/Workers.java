package dev.dexscope.web.traces;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads for long computations. Requests are answered by virtual threads, which release a core
 * only when they wait: two that compute would keep a machine of two cores from answering anything
 * else.
 */
final class Workers {
  private final ExecutorService threads;

  Workers(int count) {
    threads =
        Executors.newFixedThreadPool(
            count, Thread.ofPlatform().daemon().name("web-work-", 0).factory());
  }

  /** Lets a worker do it, and waits. */
  <T> T compute(Callable<T> work) throws IOException {
    Future<T> future = threads.submit(work);
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(false);
      Thread.currentThread().interrupt();
      throw new IOException("the server stops", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /** Returns or throws the exception of a work: an IOException is returned, others are thrown. */
  static IOException failure(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException io -> io;
      case RuntimeException runtime -> throw runtime;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException(e);
    };
  }
}
