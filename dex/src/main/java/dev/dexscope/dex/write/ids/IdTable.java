package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.IdOverflowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The ids of a section: those of the file that is rewritten by their index, new ones after them. An
 * id is identified by the numbers that its item is sorted by.
 */
public final class IdTable {
  /** The sort key of an id, as unsigned numbers, first to last; parameters after the rest. */
  record Key(int[] numbers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key(int[] others) && Arrays.equals(numbers, others);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  private final String section;
  private final int limit;
  private final int baseCount;
  private final IntFunction<int[]> base;
  private final List<int[]> added = new ArrayList<>();
  private final Map<Key, Integer> known = new HashMap<>();

  /** At most so many ids; the numbers of those that are there. */
  IdTable(String section, int limit, int baseCount, IntFunction<int[]> base) {
    this.section = section;
    this.limit = limit;
    this.baseCount = baseCount;
    this.base = base;
  }

  public int baseCount() {
    return baseCount;
  }

  public int count() {
    return baseCount + added.size();
  }

  /** The numbers of an id. */
  public int[] numbers(int index) {
    return index < baseCount ? base.apply(index) : added.get(index - baseCount);
  }

  /** Returns the id of these numbers, adding it if necessary. */
  int index(int... numbers) {
    var key = new Key(numbers);
    Integer index = known.get(key);
    if (index == null) {
      index = find(numbers);
      if (index < 0) {
        if (count() == limit) {
          throw new IdOverflowException(section, limit);
        }
        index = count();
        added.add(numbers);
      }
      known.put(key, index);
    }
    return index;
  }

  private int find(int[] numbers) {
    return Sorted.find(baseCount, i -> Arrays.compareUnsigned(base.apply(i), numbers));
  }

  /** Removes everything after the first so many. */
  void truncate(int count) {
    while (count() > count) {
      known.remove(new Key(added.removeLast()));
    }
  }
}
