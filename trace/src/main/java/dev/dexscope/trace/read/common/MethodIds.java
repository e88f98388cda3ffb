package dev.dexscope.trace.read.common;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.retrace.Mapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the methods of a trace from 0, in the order in which they are met, by their ids. A method
 * that is listed under several ids, because several class loaders loaded its class, is one.
 */
public final class MethodIds {
  private static final int EMPTY = -1;

  /** Ids below this (Android numbers methods in steps of 4) are looked up without hashing. */
  private static final int DIRECT_LIMIT = 1 << 20;

  private final List<Method> methods = new ArrayList<>();
  private int[] direct = filled(1 << 12);
  private long[] keys = new long[1 << 10];
  private int[] values = filled(1 << 10);
  private final Map<String, Integer> byName = new HashMap<>();

  private final @Nullable Mapping mapping;

  /** Methods of the source by their numbers, where a mapping has found them at a line. */
  private final Map<Integer, Method> restored = new HashMap<>();

  /** Those that have more ids than one: a class that several loaders loaded. */
  private final BitSet repeated = new BitSet();

  private int hashed;
  private int unlisted;

  /** Methods with the names that the trace has. */
  public MethodIds() {
    this(null);
  }

  /**
   * Methods that have the names of the source in the end.
   *
   * @param mapping null without
   */
  public MethodIds(@Nullable Mapping mapping) {
    this.mapping = mapping;
  }

  /** Returns the mapping by which readers restore frames at their lines; null without. */
  public @Nullable Mapping mapping() {
    return mapping;
  }

  /** Returns the methods by their numbers, with the names that the mapping has for them. */
  public MethodTable table() {
    return mapping == null ? table(UnaryOperator.identity()) : table(mapping::apply);
  }

  /** Returns the methods by their numbers, with names replaced by {@code change}. */
  public MethodTable table(UnaryOperator<Method> change) {
    List<Method> changed = new ArrayList<>(methods.size());
    for (int i = 0; i < methods.size(); i++) {
      Method known = restored.get(i);
      changed.add(known == null ? change.apply(methods.get(i)) : known);
    }
    return new MethodTable(changed, methods, unlisted, repeated);
  }

  /** Adds a method that the trace lists; a second listing of the same id replaces the first. */
  public void list(Method method) {
    int index = find(method.id());
    if (index >= 0) {
      if (methods.get(index).className().isEmpty()) {
        unlisted--;
      }
      if (!repeated.get(index)) {
        methods.set(index, method);
      }
      return;
    }
    Integer known = byName.putIfAbsent(method.fullName(), methods.size());
    if (known == null) {
      add(method.id(), method);
    } else {
      repeated.set(known);
      place(method.id(), known);
    }
  }

  /**
   * Adds a method of the source, whatever methods of the same name the trace lists.
   *
   * @param recorded the trace's method that contains it
   * @return its number
   */
  public int restore(Method source, Method recorded) {
    restored.put(methods.size(), source);
    return add(source.id(), recorded);
  }

  /** Returns the method of a number, as the trace lists it. */
  public Method get(int index) {
    return methods.get(index);
  }

  /** The same for an id of 32 bits, whose low two are left out. Small, for loops over records. */
  public int indexOf(int word) {
    int slot = word >>> 2;
    int index = slot < direct.length ? direct[slot] : EMPTY;
    return index >= 0 ? index : indexOf((word & ~3) & 0xffffffffL);
  }

  /** The number of the method with this id, which is made up where the trace does not list it. */
  public int indexOf(long id) {
    int index = find(id);
    return index >= 0 ? index : addUnlisted(id);
  }

  /** Returns whether there is a method with an id of 32 bits already; the low two are left out. */
  public boolean has(int word) {
    return find((word & ~3) & 0xffffffffL) >= 0;
  }

  private int addUnlisted(long id) {
    unlisted++;
    return add(id, new Method(id, "", "unknown 0x" + Long.toHexString(id), "", "", -1));
  }

  private int find(long id) {
    long slot = id >>> 2;
    if (slot < direct.length && (id & 3) == 0) {
      return direct[(int) slot];
    }
    if (slot < DIRECT_LIMIT && (id & 3) == 0) {
      return EMPTY;
    }
    int mask = keys.length - 1;
    for (int at = hash(id) & mask; values[at] != EMPTY; at = (at + 1) & mask) {
      if (keys[at] == id) {
        return values[at];
      }
    }
    return EMPTY;
  }

  private int add(long id, Method method) {
    int index = methods.size();
    methods.add(method);
    place(id, index);
    return index;
  }

  private void place(long id, int index) {
    long slot = id >>> 2;
    if (slot < DIRECT_LIMIT && (id & 3) == 0) {
      if (slot >= direct.length) {
        int old = direct.length;
        direct = Arrays.copyOf(direct, Math.max((int) slot + 1, Math.min(2 * old, DIRECT_LIMIT)));
        Arrays.fill(direct, old, direct.length, EMPTY);
      }
      direct[(int) slot] = index;
    } else {
      if (2 * ++hashed > keys.length) {
        grow();
      }
      insert(id, index);
    }
  }

  private void insert(long id, int index) {
    int mask = keys.length - 1;
    int at = hash(id) & mask;
    while (values[at] != EMPTY) {
      at = (at + 1) & mask;
    }
    keys[at] = id;
    values[at] = index;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = filled(keys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != EMPTY) {
        insert(oldKeys[i], oldValues[i]);
      }
    }
  }

  private static int hash(long id) {
    long mixed = id * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, EMPTY);
    return array;
  }
}
