package android.util;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * A map in two arrays: the keys' hashes in order, and beside them keys and values in turn. Entries
 * have indices; they are in the order of the hashes, and of insertion where those are equal.
 */
public final class ArrayMap<K, V> implements Map<K, V> {
  private final boolean identityHashCode;
  private int[] hashes;

  /** Key and value of entry i at 2i and 2i + 1. */
  private Object[] entries;

  private int size;

  public ArrayMap() {
    this(0);
  }

  public ArrayMap(int capacity) {
    this(capacity, false);
  }

  /** A map that takes keys by identity, if so wanted. */
  public ArrayMap(int capacity, boolean identityHashCode) {
    this.identityHashCode = identityHashCode;
    this.hashes = new int[capacity];
    this.entries = new Object[2 * capacity];
  }

  public ArrayMap(ArrayMap<K, V> map) {
    this();
    if (map != null) {
      putAll(map);
    }
  }

  @Override
  public void clear() {
    hashes = new int[0];
    entries = new Object[0];
    size = 0;
  }

  public void ensureCapacity(int capacity) {
    if (hashes.length < capacity) {
      hashes = Arrays.copyOf(hashes, capacity);
      entries = Arrays.copyOf(entries, 2 * capacity);
    }
  }

  @Override
  public boolean containsKey(Object key) {
    return indexOfKey(key) >= 0;
  }

  /** The key's index, or the complement of where it would be inserted. */
  public int indexOfKey(Object key) {
    return indexOf(key, Hashes.of(key, identityHashCode));
  }

  private int indexOf(Object key, int hash) {
    return Hashes.indexOf(key, hash, hashes, size, entries, 2);
  }

  public int indexOfValue(Object value) {
    for (int i = 0; i < size; i++) {
      if (Objects.equals(value, entries[2 * i + 1])) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean containsValue(Object value) {
    return indexOfValue(value) >= 0;
  }

  @Override
  public V get(Object key) {
    int index = indexOfKey(key);
    return index < 0 ? null : value(index);
  }

  @SuppressWarnings("unchecked")
  private K key(int index) {
    return (K) entries[2 * index];
  }

  @SuppressWarnings("unchecked")
  private V value(int index) {
    return (V) entries[2 * index + 1];
  }

  public K keyAt(int index) {
    SortedArrays.checkIndex(index, size);
    return key(index);
  }

  public V valueAt(int index) {
    SortedArrays.checkIndex(index, size);
    return value(index);
  }

  public V setValueAt(int index, V value) {
    SortedArrays.checkIndex(index, size);
    V old = value(index);
    entries[2 * index + 1] = value;
    return old;
  }

  @Override
  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public V put(K key, V value) {
    int hash = Hashes.of(key, identityHashCode);
    int index = indexOf(key, hash);
    if (index >= 0) {
      return setValueAt(index, value);
    }
    insert(~index, hash, key, value);
    return null;
  }

  private void insert(int index, int hash, K key, V value) {
    if (size == hashes.length) {
      ensureCapacity(Hashes.grown(size));
    }
    System.arraycopy(hashes, index, hashes, index + 1, size - index);
    System.arraycopy(entries, 2 * index, entries, 2 * (index + 1), 2 * (size - index));
    hashes[index] = hash;
    entries[2 * index] = key;
    entries[2 * index + 1] = value;
    size++;
  }

  public void putAll(ArrayMap<? extends K, ? extends V> map) {
    ensureCapacity(size + map.size);
    for (int i = 0; i < map.size; i++) {
      put(map.key(i), map.value(i));
    }
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    ensureCapacity(size + map.size());
    map.forEach(this::put);
  }

  @Override
  public V remove(Object key) {
    int index = indexOfKey(key);
    return index < 0 ? null : removeAt(index);
  }

  public V removeAt(int index) {
    SortedArrays.checkIndex(index, size);
    V old = value(index);
    SortedArrays.remove(hashes, size, index);
    size--;
    System.arraycopy(entries, 2 * (index + 1), entries, 2 * index, 2 * (size - index));
    entries[2 * size] = null;
    entries[2 * size + 1] = null;
    return old;
  }

  /** Whether all of these are keys. */
  public boolean containsAll(Collection<?> keys) {
    return keySet().containsAll(keys);
  }

  /** Removes these keys; whether any was there. */
  public boolean removeAll(Collection<?> keys) {
    boolean changed = false;
    for (Object key : keys) {
      int index = indexOfKey(key);
      if (index >= 0) {
        removeAt(index);
        changed = true;
      }
    }
    return changed;
  }

  /** Removes all other keys; whether any was there. */
  public boolean retainAll(Collection<?> keys) {
    int before = size;
    for (int i = size - 1; i >= 0; i--) {
      if (!keys.contains(entries[2 * i])) {
        removeAt(i);
      }
    }
    return size != before;
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    int expected = size;
    for (int i = 0; i < expected; i++) {
      if (size != expected) {
        throw new ConcurrentModificationException();
      }
      action.accept(key(i), value(i));
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    int expected = size;
    for (int i = 0; i < expected; i++) {
      entries[2 * i + 1] = function.apply(key(i), value(i));
      if (size != expected) {
        throw new ConcurrentModificationException();
      }
    }
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return iterate(index -> new EntryAt(key(index), value(index)));
      }
    };
  }

  @Override
  public Set<K> keySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public boolean contains(Object key) {
        return containsKey(key);
      }

      @Override
      public boolean remove(Object key) {
        int index = indexOfKey(key);
        if (index >= 0) {
          removeAt(index);
        }
        return index >= 0;
      }

      @Override
      public Iterator<K> iterator() {
        return iterate(ArrayMap.this::key);
      }
    };
  }

  @Override
  public Collection<V> values() {
    return new AbstractCollection<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<V> iterator() {
        return iterate(ArrayMap.this::value);
      }
    };
  }

  private <T> Iterator<T> iterate(IntFunction<T> elements) {
    return new IndexIterator<>(this::size, elements, this::removeAt);
  }

  /** An entry that writes through. */
  private final class EntryAt extends AbstractMap.SimpleEntry<K, V> {
    private static final long serialVersionUID = 1;

    EntryAt(K key, V value) {
      super(key, value);
    }

    @Override
    public V setValue(V value) {
      put(getKey(), value);
      return super.setValue(value);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other == this || (other instanceof Map<?, ?> map && entrySet().equals(map.entrySet()));
  }

  @Override
  public int hashCode() {
    int result = 0;
    for (int i = 0; i < size; i++) {
      result += hashes[i] ^ Objects.hashCode(entries[2 * i + 1]);
    }
    return result;
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public String toString() {
    var text = new StringBuilder("{");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ");
      text.append(entries[2 * i] == this ? "(this Map)" : entries[2 * i]);
      text.append('=');
      text.append(entries[2 * i + 1] == this ? "(this Map)" : entries[2 * i + 1]);
    }
    return text.append('}').toString();
  }
}
