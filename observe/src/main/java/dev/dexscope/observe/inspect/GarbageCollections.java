package dev.dexscope.observe.inspect;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Reports each garbage collection when it has ended, on a thread of the JVM's.
 *
 * <pre>{@code
 * try (var told = GarbageCollections.tell(each -> out.println(each.cause()))) {
 *   ...
 * }
 * }</pre>
 */
public final class GarbageCollections implements AutoCloseable {
  /**
   * A collection.
   *
   * @param collector its name in the JVM
   * @param cause as the JVM names it
   * @param usedBefore the heap's bytes in use
   * @param committed the heap's bytes afterwards
   */
  public record Collection(
      String collector,
      String cause,
      long millis,
      long usedBefore,
      long usedAfter,
      long committed) {}

  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(1);

  private final Consumer<Collection> listener;
  private final Set<String> heap = new HashSet<>();
  private final AtomicLong heard = new AtomicLong();
  private final long before = collections();
  private final NotificationListener told = this::heard;

  private GarbageCollections(Consumer<Collection> listener) {
    this.listener = listener;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heap.add(pool.getName());
      }
    }
  }

  /** Begins reports, until it is closed. */
  public static GarbageCollections tell(Consumer<Collection> listener) {
    var collections = new GarbageCollections(listener);
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) each).addNotificationListener(collections.told, null, null);
    }
    return collections;
  }

  /** Waits until finished collections have been reported, a second at most. */
  public void settle() {
    long happened = collections();
    long end = System.nanoTime() + LONGEST_DELAY.toNanos();
    while (told() < happened && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private long told() {
    return before + heard.get();
  }

  private static long collections() {
    long all = 0;
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      all += Math.max(0, each.getCollectionCount());
    }
    return all;
  }

  private void heard(Notification notification, @Nullable Object handback) {
    if (notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
        && notification.getUserData() instanceof CompositeData data) {
      var info = GarbageCollectionNotificationInfo.from(data);
      var collection = info.getGcInfo();
      listener.accept(
          new Collection(
              info.getGcName(),
              info.getGcCause(),
              collection.getDuration(),
              sum(collection.getMemoryUsageBeforeGc(), MemoryUsage::getUsed),
              sum(collection.getMemoryUsageAfterGc(), MemoryUsage::getUsed),
              sum(collection.getMemoryUsageAfterGc(), MemoryUsage::getCommitted)));
      heard.incrementAndGet();
    }
  }

  private long sum(Map<String, MemoryUsage> pools, ToLongFunction<MemoryUsage> what) {
    long sum = 0;
    for (Map.Entry<String, MemoryUsage> each : pools.entrySet()) {
      if (heap.contains(each.getKey())) {
        sum += what.applyAsLong(each.getValue());
      }
    }
    return sum;
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      try {
        ((NotificationEmitter) each).removeNotificationListener(told);
      } catch (ListenerNotFoundException e) {
        // Closed before.
      }
    }
  }
}
