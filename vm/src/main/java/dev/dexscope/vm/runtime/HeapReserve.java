package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Heap memory reserved for linking during interpretation. A program may have filled the heap and
 * continue, as on ART, which needs no heap memory for that. It is static because the heap is the
 * process's, and because the interpreter reads it at each allocation.
 *
 * <pre>{@code
 * try {
 *   return link();
 * } catch (OutOfMemoryError e) {
 *   HeapReserve.release(e);
 *   return link();
 * }
 * }</pre>
 */
public final class HeapReserve {
  /** Enough for a thousand instructions, each of which takes a few kilobytes at most. */
  private static final int SIZE = 4 << 20;

  private static volatile byte @Nullable [] reserve = new byte[SIZE];

  /** For handlers of the error, and the text of a crash: they load classes, with a framework's. */
  private static final int SPARE = 8 << 20;

  private static volatile byte @Nullable [] spare;

  private HeapReserve() {}

  /**
   * Allocates what handlers of an error get, unless the heap is nearly full. It is called now and
   * then where a program's errors are not the end of its process.
   */
  public static void save() {
    Runtime heap = Runtime.getRuntime();
    long taken = heap.totalMemory() - heap.freeMemory();
    // Else each call would collect, in vain.
    if (spare == null && heap.maxMemory() - taken > 3L * SPARE) {
      spare = new byte[SPARE];
    }
  }

  /** Frees that, after an error. */
  public static void spend() {
    spare = null;
  }

  /**
   * Frees the reserve after memory was exhausted.
   *
   * @throws OutOfMemoryError the error, if there was no reserve left
   */
  public static void release(OutOfMemoryError error) {
    if (reserve == null) {
      throw error;
    }
    reserve = null;
  }

  /**
   * Allocates it again if it was freed, before the program receives an object: memory reserved for
   * the VM is not available to the program.
   *
   * @throws OutOfMemoryError if there is no room for it yet, and so none for the object
   */
  public static void keep() {
    if (reserve == null) {
      reserve = new byte[SIZE];
    }
  }
}
