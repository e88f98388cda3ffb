package dev.dexscope.agents.machine;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Native methods that are a few machine instructions each: HotSpot's own code for native methods
 * makes references of objects around them, and objects of references.
 */
@SuppressWarnings("restricted") // Machine code is what this class is for.
public final class Bridge {
  private Bridge() {}

  /**
   * Loads the methods' code.
   *
   * @param library {@link MachineLibrary#bytes}
   */
  public static void load(Path library) {
    System.load(library.toAbsolutePath().toString());
  }

  /** The object of a reference. */
  public static native @Nullable Object resolve(long reference);

  /** The JNIEnv of the current thread. */
  public static native long environment();

  /** Makes a global reference. */
  public static native long globalReference(Object object);

  /** Deletes a global reference. */
  public static native void release(long globalReference);

  /** The list at {@link Layout#UNHEARD}, which is empty then. */
  static native long takeUnheard();

  /** Gives memory of JVM TI back. */
  static native void deallocate(long environment, long memory);

  /** Events of the current thread are nobody's from now on. */
  public static native void enter();

  /** They are agents' again, when this has been called as often. */
  public static native void leave();

  /** Calls and steps of the current thread are nobody's, as long as it lives. */
  public static native void hide();

  /** Sets how often {@link #leave} is to be called, and gives what it was. */
  public static native int nest(int depth);

  /**
   * The function that is to force what the current thread's method returns when the callback has
   * ended; 1 for none, 0 outside of callbacks.
   */
  public static native int forced();

  /** Lets a function force it, with the bits of a value, or a global reference that it deletes. */
  public static native void force(int function, long environment, long value);

  /** The object that a function of JVM TI gives for an argument; null for none, or an error. */
  public static native @Nullable Object get(long function, long environment, long argument);

  /**
   * Calls a function of JVM TI that gives a list of references, and makes global ones of them.
   *
   * @return the function's error
   */
  public static native int globalReferences(long function, long environment, long count, long list);

  /** Calls a function of JVM TI about an object. */
  public static native int call(
      long function, long environment, @Nullable Object object, long a, long b, long c);

  /**
   * Calls a function of C that takes at most ten words; those behind its own arguments do not
   * matter to it. Floating-point numbers have registers of their own: the bits of {@code e} are in
   * the first of these, too.
   */
  public static native long invoke(
      long function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j);
}
