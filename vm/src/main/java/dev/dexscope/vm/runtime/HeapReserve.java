package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Memory of the heap for what the VM links while it interprets. A program may have filled the heap
 * and go on, as it can on ART, which needs no memory of the heap for that. It is static because the
 * heap is the process's, and because the interpreter reads it at each allocation.
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

  private HeapReserve() {}

  /**
   * Gives the reserve back, after memory was lacking.
   *
   * @throws OutOfMemoryError the error, when there was none left
   */
  public static void release(OutOfMemoryError error) {
    if (reserve == null) {
      throw error;
    }
    reserve = null;
  }

  /**
   * Makes it again if it has been given back, before the program is given an object: what was kept
   * for the VM is none of the program's.
   *
   * @throws OutOfMemoryError when there is no room for it yet, and so none for the object
   */
  public static void keep() {
    if (reserve == null) {
      reserve = new byte[SIZE];
    }
  }
}
