package dev.dexscope.apphost.device.system;

import dev.dexscope.apphost.device.phone.Replaces;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The memory outside of the heap that objects of the framework own, such as the pixels of bitmaps:
 * as in ART, it presses the collector, which sees only the small objects.
 */
@SuppressWarnings("unused")
public final class NativeMemory {
  /** A size with this bit is that of malloc; sizes have no other meaning here. */
  private static final long IS_MALLOCED = 1;

  /** What may be registered since the last collection, in any case. */
  private static final long LEAST = 64L << 20;

  /** The part of what has survived the last collection that may be registered since then. */
  private static final int SHARE = 2;

  private static final long MILLI = 1_000_000;

  /** How long the one who allocates waits for what the collector has found, in milliseconds. */
  private static final int LONGEST = 300;

  /**
   * How long nothing is freed when all is: on a busy machine another thread needs that to begin.
   */
  private static final int QUIET = 20;

  private static final AtomicLong registered = new AtomicLong();

  /** What may be registered before the next collection. */
  private static final AtomicLong limit = new AtomicLong(LEAST);

  private NativeMemory() {}

  /** Returns the bytes that are registered. */
  static long registered() {
    return registered.get();
  }

  @Replaces("libcore.util.NativeAllocationRegistry")
  static void registerNativeAllocation(long size) {
    long all = registered.addAndGet(size & ~IS_MALLOCED);
    long most = limit.get();
    // One thread collects; what others register meanwhile comes on top.
    if (all > most && limit.compareAndSet(most, Long.MAX_VALUE)) {
      collect();
    }
  }

  @Replaces("libcore.util.NativeAllocationRegistry")
  static void registerNativeFree(long size) {
    registered.addAndGet(-(size & ~IS_MALLOCED));
  }

  /** Of those that have no registry, such as the pictures of a window. */
  @Replaces("dalvik.system.VMRuntime")
  static void registerNativeAllocation(Object runtime, long bytes) {
    registerNativeAllocation(bytes);
  }

  @Replaces("dalvik.system.VMRuntime")
  static void registerNativeFree(Object runtime, long bytes) {
    registerNativeFree(bytes);
  }

  private static void collect() {
    System.gc();
    // Memory is freed by another thread, until nothing more comes.
    long before = registered.get();
    int quiet = 0;
    for (int i = 0; i < LONGEST && quiet < QUIET; i++) {
      LockSupport.parkNanos(MILLI);
      long now = registered.get();
      quiet = now < before ? 0 : quiet + 1;
      before = now;
    }
    long left = registered.get();
    limit.set(left + Math.max(LEAST, left / SHARE));
  }
}
