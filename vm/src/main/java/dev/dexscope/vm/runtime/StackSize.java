package dev.dexscope.vm.runtime;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * The stack size requested for a new thread. Android adds its own reserve to the requested size;
 * HotSpot subtracts its reserve, which is larger, and then there may be no room for loading a
 * class.
 */
final class StackSize {
  private static final long LEAST = 512 << 10;

  private static final @Nullable Field HOLDER = field(Thread.class, "holder");
  private static final @Nullable Field SIZE =
      HOLDER == null ? null : field(HOLDER.getType(), "stackSize");

  private StackSize() {}

  private static @Nullable Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another JVM, or java.lang is closed to us: then it stays as it is.
      return null;
    }
  }

  /** Raises that of a thread which has not started, if it is too small. */
  static void raise(Thread thread) {
    try {
      if (HOLDER != null && SIZE != null) {
        Object holder = HOLDER.get(thread);
        if (holder != null && SIZE.getLong(holder) > 0 && SIZE.getLong(holder) < LEAST) {
          SIZE.setLong(holder, LEAST);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
