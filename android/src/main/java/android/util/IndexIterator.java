package android.util;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** Goes over what has indices. */
final class IndexIterator<T> implements Iterator<T> {
  private final IntSupplier size;
  private final IntFunction<T> elements;
  private final IntConsumer remover;
  private int next;
  private int expected;
  private boolean removable;

  IndexIterator(IntSupplier size, IntFunction<T> elements, IntConsumer remover) {
    this.size = size;
    this.elements = elements;
    this.remover = remover;
    this.expected = size.getAsInt();
  }

  @Override
  public boolean hasNext() {
    return next < expected;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (size.getAsInt() != expected) {
      throw new ConcurrentModificationException();
    }
    removable = true;
    return elements.apply(next++);
  }

  @Override
  public void remove() {
    if (!removable) {
      throw new IllegalStateException();
    }
    removable = false;
    remover.accept(--next);
    expected--;
  }
}
