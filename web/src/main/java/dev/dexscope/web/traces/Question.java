package dev.dexscope.web.traces;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A question on its way to its answer, which is JSON. */
final class Question {
  private final String id;
  private final FutureTask<byte[]> answering;
  private volatile long begun;

  /**
   * @param work what answers it
   */
  Question(String id, Callable<byte[]> work) {
    this.id = id;
    this.answering = new FutureTask<>(work);
  }

  String id() {
    return id;
  }

  /** Answers it, unless it was withdrawn. */
  void run() {
    begun = System.nanoTime();
    answering.run();
  }

  /** Returns how long it has been worked on; 0 when it still waits. */
  Duration age() {
    long since = begun;
    return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  boolean isDone() {
    return answering.isDone();
  }

  boolean isRunning() {
    return begun != 0 && !isDone();
  }

  /** Whoever waits for it gets no answer. */
  void withdraw() {
    answering.cancel(false);
  }

  /**
   * Waits for the answer.
   *
   * @return null when it has not come within this time
   * @throws IOException or what else the work has thrown
   * @throws java.util.concurrent.CancellationException when it was withdrawn
   */
  byte @Nullable [] await(Duration patience) throws IOException {
    try {
      return answering.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server stops", e);
    } catch (ExecutionException e) {
      throw Workers.failure(e);
    }
  }
}
