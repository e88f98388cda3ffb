package dev.dexscope.monitor.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many requests at once, each on a thread of its own: the slowest determines the total time. */
public final class Together {
  private Together() {}

  /** The answers, in the order of their questions. */
  public static <T> List<T> ask(List<Callable<T>> questions) throws IOException {
    List<Future<T>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Callable<T> each : questions) {
        asked.add(threads.submit(each));
      }
      List<T> all = new ArrayList<>();
      for (Future<T> each : asked) {
        all.add(each.get());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }
}
