package dev.dexscope.agents.machine;

import java.util.List;
import java.util.Locale;

/**
 * The callbacks of heap walks, in the order in which {@link HeapCallback#place} counts them. In a
 * walk that begins at an object, what is hidden leads nowhere: all that is told then hangs on the
 * object, by way of what has been told before.
 */
public enum HeapCallback {
  OBJECT(0, 0, 2, 4),
  REFERENCE(1, 2, 5, 8),
  FIELD(2, 2, 3, 6),
  ARRAY(3, 0, 2, 6),
  STRING(4, 0, 2, 5),
  OLD_OBJECT(5, 0, 2, 3),
  OLD_ROOT(6, 1, 3, 4),
  OLD_STACK(7, 1, 3, 8),
  OLD_REFERENCE(8, 1, 3, 6),
  REFERENCE_FROM_OBJECT(1, 2, 5, 8),
  OLD_REFERENCE_FROM_OBJECT(8, 1, 3, 6);

  /** The size of a table of the user's data and all callbacks. */
  public static final int TABLE_SIZE = 8 * 10;

  private static final int VISIT_OBJECTS = 0x100;
  private static final int ITERATION_CONTINUE = 1;
  private static final int ITERATION_IGNORE = 2;

  private final int index;
  private final int classTag;
  private final int tagPlace;
  private final int userData;

  HeapCallback(int index, int classTag, int tagPlace, int userData) {
    this.index = index;
    this.classTag = classTag;
    this.tagPlace = tagPlace;
    this.userData = userData;
  }

  /**
   * Those that stand in {@code jvmtiHeapCallbacks}, for a walk from an object or from the roots.
   */
  public static List<HeapCallback> ofStructure(boolean isFromObject) {
    return List.of(OBJECT, isFromObject ? REFERENCE_FROM_OBJECT : REFERENCE, FIELD, ARRAY, STRING);
  }

  /** Where a table has the agent's callback; the user's data are its first word. */
  public int place() {
    return 8 * (index + 1);
  }

  /** Whether it is one of JVM TI 1.0. */
  boolean isOld() {
    return index > STRING.index;
  }

  /**
   * Returns the result of a callback where an object is hidden: whether the walk goes on behind it.
   */
  int skips() {
    boolean goesOn = this != REFERENCE_FROM_OBJECT && this != OLD_REFERENCE_FROM_OBJECT;
    if (isOld()) {
      return goesOn ? ITERATION_CONTINUE : ITERATION_IGNORE;
    }
    return goesOn ? VISIT_OBJECTS : 0;
  }

  /** The number of the argument that is the tag of the object's class, from 0 on. */
  int classTag() {
    return classTag;
  }

  /** Of the one that leads to the object's own tag. */
  int tagPlace() {
    return tagPlace;
  }

  /** Of the one that is the user's data. */
  int userData() {
    return userData;
  }

  String symbol() {
    return "dexscope_heap_" + name().toLowerCase(Locale.ROOT);
  }
}
