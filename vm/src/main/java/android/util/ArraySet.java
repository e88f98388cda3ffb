package android.util;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
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
    return indexOf(value, hash(value));
  }

  private int hash(Object value) {
    if (value == null) {
      return 0;
    }
    return identityHashCode ? System.identityHashCode(value) : value.hashCode();
  }

  private int indexOf(Object value, int hash) {
    int at = Arrays.binarySearch(hashes, 0, size, hash);
    if (at < 0) {
      return at;
    }
    while (at > 0 && hashes[at - 1] == hash) {
      at--;
    }
    for (; at < size && hashes[at] == hash; at++) {
      if (Objects.equals(value, elements[at])) {
        return at;
      }
    }
    return ~at;
  }

  @SuppressWarnings("unchecked")
  public E valueAt(int index) {
    if (index >= size) {
      throw new ArrayIndexOutOfBoundsException("length=" + size + "; index=" + index);
    }
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
    int hash = hash(value);
    int index = indexOf(value, hash);
    if (index >= 0) {
      return false;
    }
    insert(~index, hash, value);
    return true;
  }

  private void insert(int index, int hash, E value) {
    if (size == hashes.length) {
      ensureCapacity(size < 4 ? 4 : size < 8 ? 8 : size + (size >> 1));
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
    size--;
    System.arraycopy(hashes, index + 1, hashes, index, size - index);
    System.arraycopy(elements, index + 1, elements, index, size - index);
    elements[size] = null;
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
    return new Iterator<>() {
      private int next;
      private int expected = size;
      private boolean removable;

      @Override
      public boolean hasNext() {
        return next < expected;
      }

      @Override
      public E next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        if (size != expected) {
          throw new ConcurrentModificationException();
        }
        removable = true;
        return valueAt(next++);
      }

      @Override
      public void remove() {
        if (!removable) {
          throw new IllegalStateException();
        }
        removable = false;
        removeAt(--next);
        expected--;
      }
    };
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
