package dev.dexscope.vm.runtime;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * The stack that a thread asks for when it is made. Android gives what is asked for and its own
 * reserve on top; HotSpot takes its reserve, which is larger, out of it, and then there may be no
 * room for loading a class.
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

  /** Raises that of a thread which is not started yet, if it asks for less than is needed. */
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
