package dev.dexscope.web.store;

import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Opens traces that come from outside in processes of their own, a few at a time: what makes a
 * reader run out of memory, crash or never end takes no more with it than the upload itself.
 */
final class Inspector implements Closeable {
  private static final int PROCESSES = 2;

  private final InspectorProcess.Limits limits;
  private final Semaphore places = new Semaphore(PROCESSES, true);
  private final Deque<InspectorProcess> waiting = new ArrayDeque<>();
  private final Set<InspectorProcess> working = new HashSet<>();
  private boolean isClosed;

  Inspector(InspectorProcess.Limits limits) {
    this.limits = limits;
  }

  /** A share of this process's memory for each, and time for a large trace on a slow machine. */
  static Inspector of(Path temporary, long mostBytes, UploadUse use) {
    long heap = Math.clamp(Runtime.getRuntime().maxMemory() / 2, 256L << 20, 4L << 30);
    return new Inspector(
        new InspectorProcess.Limits(temporary, heap, mostBytes, Duration.ofMinutes(5), use));
  }

  /**
   * Opens the trace in a folder, and writes its pictures there.
   *
   * @param name its name for the sender
   * @param facts what was sent for its further use
   * @throws RefusedUploadException if it cannot be read
   */
  EntryFacts inspect(Path folder, String name, Map<String, String> facts) throws IOException {
    try {
      places.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the store is closing");
    }
    try {
      return ask(folder, name, facts);
    } finally {
      places.release();
    }
  }

  private EntryFacts ask(Path folder, String name, Map<String, String> facts) throws IOException {
    InspectorProcess process = take();
    boolean isWell = false;
    try {
      EntryFacts found = process.ask(folder, name, facts);
      isWell = true;
      return found;
    } catch (RefusedUploadException e) {
      isWell = true;
      throw e;
    } catch (IOException e) {
      throw new RefusedUploadException(
          Cause.UNREADABLE,
          name
              + ": it takes more than "
              + (limits.heapBytes() >> 20)
              + " MB of memory or "
              + limits.time().toSeconds()
              + " s to read");
    } finally {
      give(process, isWell);
    }
  }

  private synchronized InspectorProcess take() throws IOException {
    if (isClosed) {
      throw new IOException("the store is closing");
    }
    InspectorProcess process = waiting.poll();
    if (process == null || !process.isAlive()) {
      process = InspectorProcess.start(limits);
    }
    working.add(process);
    return process;
  }

  private synchronized void give(InspectorProcess process, boolean isWell) {
    working.remove(process);
    if (isWell && !isClosed) {
      waiting.push(process);
    } else {
      process.close();
    }
  }

  /** Ends the processes that have nothing to do. */
  synchronized void rest() {
    while (!waiting.isEmpty()) {
      waiting.pop().close();
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    rest();
    working.forEach(InspectorProcess::close);
  }
}
