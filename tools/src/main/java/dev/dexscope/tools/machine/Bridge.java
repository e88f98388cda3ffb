package dev.dexscope.tools.machine;

import org.jspecify.annotations.Nullable;

/**
 * Native methods that are a few machine instructions each: HotSpot's own code for native methods
 * makes references of objects around them, and objects of references.
 */
public final class Bridge {
  private Bridge() {}

  /** The object of a reference. */
  public static native @Nullable Object resolve(long reference);

  /** The JNIEnv of the current thread. */
  public static native long environment();

  /** Makes a global reference. */
  public static native long globalReference(Object object);

  /** Deletes a global reference. */
  public static native void release(long globalReference);

  /** Calls a function of JVM TI about an object. */
  public static native int call(
      long function, long environment, @Nullable Object object, long a, long b, long c);

  /** Calls an agent's callback: (environment, JNIEnv, thread, a, b, c). */
  public static native void post(
      long callback, long environment, @Nullable Thread thread, long a, long b, long c);

  /** Calls an agent's callback whose last argument is a reference. */
  public static native void postObject(
      long callback, long environment, @Nullable Thread thread, long a, long b, @Nullable Object c);
}
