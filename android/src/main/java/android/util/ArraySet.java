package android.util;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A set in two arrays: the values' hashes in order, and beside them the values. Values have
 * indices; they are in the order of the hashes, and of insertion where those are equal.
 */
public final class ArraySet<E> implements Collection<E>, Set<E> {
  private final boolean identityHashCode;
  private int[] hashes;
  private Object[] elements;
  private int size;

  public ArraySet() {
    this(0);
  }

  public ArraySet(int capacity) {
    this(capacity, false);
  }

  /** A set that takes values by identity, if so wanted. */
  public ArraySet(int capacity, boolean identityHashCode) {
    this.identityHashCode = identityHashCode;
    this.hashes = new int[capacity];
    this.elements = new Object[capacity];
  }

  public ArraySet(ArraySet<E> set) {
    this();
    if (set != null) {
      addAll(set);
    }
  }

  public ArraySet(Collection<? extends E> set) {
    this();
    if (set != null) {
      addAll(set);
    }
  }

  public ArraySet(E[] array) {
    this();
    if (array != null) {
      addAll(Arrays.asList(array));
    }
  }

  @Override
  public void clear() {
    hashes = new int[0];
    elements = new Object[0];
    size = 0;
  }

  public void ensureCapacity(int capacity) {
    if (hashes.length < capacity) {
      hashes = Arrays.copyOf(hashes, capacity);
      elements = Arrays.copyOf(elements, capacity);
    }
  }

  @Override
  public boolean contains(Object value) {
    return indexOf(value) >= 0;
  }

  /** The value's index, or the complement of where it would be inserted. */
  public int indexOf(Object value) {
    return indexOf(value, Hashes.of(value, identityHashCode));
  }

  private int indexOf(Object value, int hash) {
    return Hashes.indexOf(value, hash, hashes, size, elements, 1);
  }

  @SuppressWarnings("unchecked")
  public E valueAt(int index) {
    SortedArrays.checkIndex(index, size);
    return (E) elements[index];
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
  public boolean add(E value) {
    int hash = Hashes.of(value, identityHashCode);
    int index = indexOf(value, hash);
    if (index >= 0) {
      return false;
    }
    insert(~index, hash, value);
    return true;
  }

  private void insert(int index, int hash, E value) {
    if (size == hashes.length) {
      ensureCapacity(Hashes.grown(size));
    }
    System.arraycopy(hashes, index, hashes, index + 1, size - index);
    System.arraycopy(elements, index, elements, index + 1, size - index);
    hashes[index] = hash;
    elements[index] = value;
    size++;
  }

  public void addAll(ArraySet<? extends E> set) {
    ensureCapacity(size + set.size);
    for (int i = 0; i < set.size; i++) {
      add(set.valueAt(i));
    }
  }

  @Override
  public boolean addAll(Collection<? extends E> values) {
    ensureCapacity(size + values.size());
    boolean added = false;
    for (E value : values) {
      added |= add(value);
    }
    return added;
  }

  @Override
  public boolean remove(Object value) {
    int index = indexOf(value);
    if (index >= 0) {
      removeAt(index);
    }
    return index >= 0;
  }

  public E removeAt(int index) {
    E old = valueAt(index);
    SortedArrays.remove(hashes, size, index);
    SortedArrays.remove(elements, size, index);
    elements[--size] = null;
    return old;
  }

  public boolean removeAll(ArraySet<? extends E> set) {
    return removeAll((Collection<?>) set);
  }

  @Override
  public boolean removeAll(Collection<?> values) {
    boolean removed = false;
    for (Object value : values) {
      removed |= remove(value);
    }
    return removed;
  }

  @Override
  public boolean retainAll(Collection<?> values) {
    return removeIf(value -> !values.contains(value));
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    int before = size;
    for (int i = size - 1; i >= 0; i--) {
      if (filter.test(valueAt(i))) {
        removeAt(i);
      }
    }
    return size != before;
  }

  @Override
  public boolean containsAll(Collection<?> values) {
    for (Object value : values) {
      if (!contains(value)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void forEach(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    int expected = size;
    for (int i = 0; i < expected; i++) {
      if (size != expected) {
        throw new ConcurrentModificationException();
      }
      action.accept(valueAt(i));
    }
  }

  @Override
  public Object[] toArray() {
    return Arrays.copyOf(elements, size);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] array) {
    T[] result =
        array.length >= size
            ? array
            : (T[]) Array.newInstance(array.getClass().getComponentType(), size);
    System.arraycopy(elements, 0, result, 0, size);
    if (result.length > size) {
      result[size] = null;
    }
    return result;
  }

  @Override
  public Iterator<E> iterator() {
    return new IndexIterator<>(this::size, this::valueAt, this::removeAt);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || (other instanceof Set<?> set && set.size() == size && containsAll(set));
  }

  @Override
  public int hashCode() {
    int result = 0;
    for (int i = 0; i < size; i++) {
      result += hashes[i];
    }
    return result;
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public String toString() {
    var text = new StringBuilder("{");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(elements[i] == this ? "(this Set)" : elements[i]);
    }
    return text.append('}').toString();
  }
}
