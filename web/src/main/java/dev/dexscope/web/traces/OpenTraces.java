package dev.dexscope.web.traces;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The open traces: each is read once, at the first request, and few are kept. */
final class OpenTraces {
  /** Reading takes a core and much memory: more at once would be slower for each. */
  private static final int READERS = 2;

  private final TraceSource source;
  private final int kept;
  private final TraceOptions options;
  private final Semaphore readers = new Semaphore(READERS, true);

  /** The least recently used one comes first. */
  private final Map<Key, Reading> readings = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * A trace with the names of a mapping.
   *
   * @param mapping a file with the names of the source; may be null
   */
  private record Key(TraceSource.Named named, @Nullable Path mapping) {}

  /** A trace that is being read, or has been. */
  static final class Reading {
    private final CountDownLatch done = new CountDownLatch(1);
    private final long size;
    private volatile long at;
    private volatile @Nullable OpenTrace trace;
    private volatile @Nullable Throwable failure;

    /** There may be more memory later, or another file: the next request starts anew. */
    private volatile boolean isToldToHaveFailed;

    Reading(long size) {
      this.size = size;
    }

    /** Returns how much of the file has been read, from 0 to 1. */
    double share() {
      return size == 0 ? 0 : Math.min(1, (double) at / size);
    }

    boolean isDone() {
      return done.getCount() == 0;
    }

    /** Waits until it is read. */
    OpenTrace await() throws IOException {
      try {
        done.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the server stops", e);
      }
      OpenTrace read = trace;
      if (read != null) {
        return read;
      }
      isToldToHaveFailed = true;
      switch (failure) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw new IllegalStateException(failure);
      }
    }
  }

  /**
   * @param kept how many traces stay open
   * @param options for reading them, with the mapping of those that have no other
   */
  OpenTraces(TraceSource source, int kept, TraceOptions options) {
    this.source = source;
    this.kept = kept;
    this.options = options;
  }

  /** Begins to read a trace, unless that has been done. */
  Reading reading(String id, @Nullable Path mapping) throws IOException {
    TraceSource.Named named =
        source.find(id).orElseThrow(() -> HttpException.notFound("no trace '" + id + "'"));
    var key = new Key(named, mapping);
    synchronized (readings) {
      Reading known = readings.get(key);
      if (known != null && !known.isToldToHaveFailed) {
        return known;
      }
      var reading = new Reading(Files.size(named.file()));
      readings.put(key, reading);
      if (readings.size() > kept) {
        readings.remove(readings.keySet().iterator().next());
      }
      Thread.ofPlatform().daemon().name("read " + id).start(() -> read(key, reading));
      return reading;
    }
  }

  private void read(Key key, Reading reading) {
    readers.acquireUninterruptibly();
    try {
      TraceOptions own = options.withProgress(at -> reading.at = at);
      Trace trace =
          TraceReader.open(
              key.named.file(), key.mapping == null ? own : own.withMapping(key.mapping));
      reading.trace = new OpenTrace(key.named.title(), trace);
    } catch (OutOfMemoryError e) {
      // Whoever looks at another reads it again.
      synchronized (readings) {
        readings.clear();
      }
      reading.failure = e;
    } catch (Throwable e) {
      reading.failure = e;
    } finally {
      readers.release();
      reading.done.countDown();
    }
  }
}
