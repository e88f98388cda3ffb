package dev.dexscope.trace.read.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The threads of a trace, numbered from 0 in the order in which they were met. */
public final class ThreadTable {
  private static final int UNKNOWN = -1;
  private static final int DIRECT = 1 << 16;

  private final List<String> names = new ArrayList<>();
  private final List<Boolean> listed = new ArrayList<>();
  private final List<Long> ids = new ArrayList<>();
  private final int[] direct = new int[DIRECT];
  private final Map<Long, Integer> large = new HashMap<>();

  public ThreadTable() {
    Arrays.fill(direct, UNKNOWN);
  }

  /** The number of the thread with this id, met for the first time or again. */
  public int indexOf(long id) {
    int index = find(id);
    return index >= 0 ? index : add(id, "thread " + id, false);
  }

  /** Gives a thread its name; a later name replaces the earlier. */
  public void name(long id, String name) {
    int index = find(id);
    if (index < 0) {
      add(id, name, true);
    } else {
      names.set(index, name);
      listed.set(index, true);
    }
  }

  /** Returns whether there is a thread with this id already. */
  public boolean has(long id) {
    return find(id) >= 0;
  }

  /** Returns whether {@link #name} has given the thread with this id a name. */
  public boolean isNamed(long id) {
    int index = find(id);
    return index >= 0 && listed.get(index);
  }

  private int find(long id) {
    return id >= 0 && id < DIRECT ? direct[(int) id] : large.getOrDefault(id, UNKNOWN);
  }

  private int add(long id, String name, boolean isListed) {
    int index = ids.size();
    ids.add(id);
    names.add(name);
    listed.add(isListed);
    if (id >= 0 && id < DIRECT) {
      direct[(int) id] = index;
    } else {
      large.put(id, index);
    }
    return index;
  }

  public int size() {
    return ids.size();
  }

  public long id(int index) {
    return ids.get(index);
  }

  public String name(int index) {
    return names.get(index);
  }

  public boolean isListed(int index) {
    return listed.get(index);
  }

  public int unlisted() {
    int unlisted = 0;
    for (boolean known : listed) {
      unlisted += known ? 0 : 1;
    }
    return unlisted;
  }
}
