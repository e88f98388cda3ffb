package dev.dexscope.observe.ddm;

import dev.dexscope.observe.inspect.GarbageCollections;
import dev.dexscope.observe.inspect.Heap;
import dev.dexscope.vm.runtime.VmContext;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports the heap to a monitor: chunk HPIF, at once or after collections.
 *
 * <pre>{@code
 * try (HeapNotices heap = new HeapNotices(monitor)) {
 *   heap.tell(3);
 *   ...
 * }
 * }</pre>
 */
public final class HeapNotices implements Closeable {
  private static final int HPIF = 0x48504946;
  private static final int NEVER = 0;
  private static final int NOW = 1;
  private static final int NEXT_COLLECTION = 2;
  private static final int EVERY_COLLECTION = 3;

  /** To count the objects takes no more than one part in so many of the time. */
  private static final int PARTS = 20;

  private final DdmConnection.Server monitor;
  private @Nullable AfterCollections told;

  public HeapNotices(DdmConnection.Server monitor) {
    this.monitor = monitor;
  }

  /**
   * Sets when all monitors receive reports, at the program's request.
   *
   * @return false for an unknown number
   */
  public static boolean notify(int when) {
    return VmContext.current()
        .part(HeapNotices.class, () -> new HeapNotices(DdmConnection::send))
        .tell(when);
  }

  /**
   * Sets when the monitor receives reports.
   *
   * @return false for an unknown number
   */
  public synchronized boolean tell(int when) {
    switch (when) {
      case NEVER -> close();
      case NOW -> send(when);
      case NEXT_COLLECTION, EVERY_COLLECTION -> {
        close();
        told = new AfterCollections(when);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public synchronized void close() {
    if (told != null) {
      told.end();
      told = null;
    }
  }

  /**
   * Reports collections on a thread of its own, because all objects are counted for it. Collections
   * during a count, or the pause after it, are reported as one.
   */
  private final class AfterCollections {
    private final int when;
    private final Semaphore collections = new Semaphore(0);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final GarbageCollections heard = GarbageCollections.tell(_ -> collections.release());

    AfterCollections(int when) {
      this.when = when;
      Thread.ofPlatform().daemon().name("heap notices").start(this::run);
    }

    private void run() {
      try {
        long pause;
        do {
          collections.acquire();
          collections.drainPermits();
          if (ended.getCount() == 0) {
            return;
          }
          long begun = System.nanoTime();
          send(when);
          pause = (PARTS - 1) * (System.nanoTime() - begun);
        } while (when == EVERY_COLLECTION && !ended.await(pause, TimeUnit.NANOSECONDS));
      } catch (InterruptedException e) {
        // Nobody wants them any more.
      } finally {
        heard.close();
      }
    }

    void end() {
      ended.countDown();
      collections.release();
    }
  }

  private void send(int why) {
    Runtime runtime = Runtime.getRuntime();
    long objects = Heap.countObjects();
    long total = runtime.totalMemory();
    ByteBuffer data =
        ByteBuffer.allocate(33)
            .putInt(1)
            .putInt(1)
            .putLong(System.currentTimeMillis())
            .put((byte) why)
            .putInt(number(runtime.maxMemory()))
            .putInt(number(total))
            .putInt(number(total - runtime.freeMemory()))
            .putInt(number(objects));
    monitor.send(HPIF, data.array(), 0, data.position());
  }

  /** The field has 32 bits; larger heaps count as 4 GB. */
  private static int number(long value) {
    return (int) Math.min(value, 0xffff_ffffL);
  }
}
