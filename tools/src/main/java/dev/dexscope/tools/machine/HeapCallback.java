package dev.dexscope.tools.machine;

import java.util.Locale;

/** The callbacks of heap walks, in the order in which {@link HeapCallback#place} counts them. */
public enum HeapCallback {
  OBJECT(0),
  REFERENCE(1),
  FIELD(2),
  ARRAY(3),
  STRING(4),
  OLD_OBJECT(5),
  OLD_ROOT(6),
  OLD_STACK(7),
  OLD_REFERENCE(8);

  /** The size of a table of the user's data and all callbacks. */
  public static final int TABLE_SIZE = 8 * 10;

  /** How many there are in {@code jvmtiHeapCallbacks}, from the first one on. */
  public static final int NEW_COUNT = 5;

  private final int index;

  HeapCallback(int index) {
    this.index = index;
  }

  /** Where a table has the agent's callback; the user's data are its first word. */
  public int place() {
    return 8 * (index + 1);
  }

  /** Whether it is one of JVM TI 1.0. */
  boolean isOld() {
    return index >= NEW_COUNT;
  }

  String symbol() {
    return "dexscope_heap_" + name().toLowerCase(Locale.ROOT);
  }
}
