package dev.dexscope.dex.write.ids;

import dev.dexscope.dex.DexFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a file, or of all files of a container: those of the file that is rewritten by
 * their index, new ones after them in the order of their addition.
 */
public final class StringTable {
  private final @Nullable DexFile base;
  private final int baseCount;
  private final List<String> added = new ArrayList<>();
  private final Map<String, Integer> known = new HashMap<>();

  public StringTable(@Nullable DexFile base) {
    this.base = base;
    this.baseCount = base == null ? 0 : base.stringCount();
  }

  public @Nullable DexFile base() {
    return base;
  }

  public int baseCount() {
    return baseCount;
  }

  public List<String> added() {
    return added;
  }

  public int count() {
    return baseCount + added.size();
  }

  int index(String text) {
    Integer index = known.get(text);
    if (index == null) {
      index = find(text);
      if (index < 0) {
        index = count();
        added.add(text);
      }
      known.put(text, index);
    }
    return index;
  }

  /** The sorted order is that of UTF-16 code units, which is String's own. */
  private int find(String text) {
    return Sorted.find(baseCount, i -> string(i).compareTo(text));
  }

  String string(int index) {
    return base != null && index < baseCount ? base.string(index) : added.get(index - baseCount);
  }

  /** Removes everything after the first so many. */
  void truncate(int count) {
    while (count() > count) {
      known.remove(added.removeLast());
    }
  }
}
