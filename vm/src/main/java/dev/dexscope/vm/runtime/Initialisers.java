package dev.dexscope.vm.runtime;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions of class initialisers. ART sets them as the cause whenever such a class is used
 * again, while HotSpot keeps only their text.
 */
public final class Initialisers {
  private static final Map<Class<?>, Throwable> THROWN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Initialisers() {}

  /** Called by translated initialisers that end in an exception: remembers and returns it. */
  public static Throwable failed(Throwable thrown, Class<?> of) {
    THROWN.put(of, thrown instanceof Error ? thrown : new ExceptionInInitializerError(thrown));
    return thrown;
  }

  /**
   * Returns the exception of a class's initialiser, an Error or the cause of one; null if unknown.
   */
  static @Nullable Throwable failureOf(String className) {
    synchronized (THROWN) {
      for (Map.Entry<Class<?>, Throwable> each : THROWN.entrySet()) {
        if (each.getKey().getName().equals(className)) {
          return each.getValue();
        }
      }
    }
    return null;
  }
}
