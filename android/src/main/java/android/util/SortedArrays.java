package android.util;

import java.lang.reflect.Array;

/** The arrays, of keys and of values, that the sparse collections keep in the order of the keys. */
final class SortedArrays {
  private SortedArrays() {}

  /**
   * Makes room for one more element.
   *
   * @param <A> an array type, of primitives or objects
   * @return the array, or a longer one when it is full
   */
  @SuppressWarnings({"unchecked", "SuspiciousSystemArraycopy"})
  static <A> A insert(A array, int size, int index) {
    A into = array;
    if (size == Array.getLength(array)) {
      int capacity = size <= 4 ? 8 : size * 2;
      into = (A) Array.newInstance(array.getClass().getComponentType(), capacity);
      System.arraycopy(array, 0, into, 0, index);
    }
    System.arraycopy(array, index, into, index + 1, size - index);
    return into;
  }

  /** Moves what stands behind an element to its place. */
  @SuppressWarnings("SuspiciousSystemArraycopy")
  static void remove(Object array, int size, int index) {
    System.arraycopy(array, index + 1, array, index, size - (index + 1));
  }

  /** As Android does since version 10: only the upper bound is looked at. */
  static void checkIndex(int index, int size) {
    if (index >= size) {
      throw new ArrayIndexOutOfBoundsException("length=" + size + "; index=" + index);
    }
  }
}
