package android.util;

import java.util.Arrays;
import java.util.Objects;

/**
 * How {@link ArrayMap} and {@link ArraySet} find keys: by hashes in order, equal ones one by one.
 */
final class Hashes {
  private Hashes() {}

  static int of(Object key, boolean byIdentity) {
    if (key == null) {
      return 0;
    }
    return byIdentity ? System.identityHashCode(key) : key.hashCode();
  }

  /**
   * The key's index, or the complement of where it would be inserted.
   *
   * @param keys where the key of index i is at i * step
   */
  static int indexOf(Object key, int hash, int[] hashes, int size, Object[] keys, int step) {
    int at = Arrays.binarySearch(hashes, 0, size, hash);
    if (at < 0) {
      return at;
    }
    while (at > 0 && hashes[at - 1] == hash) {
      at--;
    }
    for (; at < size && hashes[at] == hash; at++) {
      if (Objects.equals(key, keys[at * step])) {
        return at;
      }
    }
    return ~at;
  }

  /** How many elements there is to be room for when the given number is full. */
  static int grown(int size) {
    return size < 4 ? 4 : size < 8 ? 8 : size + (size >> 1);
  }
}
