package dev.dexscope.libcore;

import java.lang.foreign.MemorySegment;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Arrays whose addresses programs ask for. The host moves all arrays, so that these addresses are
 * numbers which no memory has: who reads or writes there by the core library gets to the array.
 */
public final class NonMovableArrays {
  /** Above what processors have for programs. */
  private static final long FIRST = 1L << 60;

  private static final long ALIGNMENT = 16;

  private static final class Placed extends WeakReference<Object> {
    private final long address;

    Placed(Object array, long address, ReferenceQueue<Object> collected) {
      super(array, collected);
      this.address = address;
    }
  }

  private static final Map<Object, Long> ADDRESSES = new WeakHashMap<>();
  private static final TreeMap<Long, Placed> ARRAYS = new TreeMap<>();
  private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();
  private static long next = FIRST;

  private NonMovableArrays() {}

  /** A new array that has an address. */
  public static Object make(Class<?> component, int length) {
    Object array = Array.newInstance(component, length);
    synchronized (ADDRESSES) {
      for (var each = COLLECTED.poll(); each != null; each = COLLECTED.poll()) {
        ARRAYS.remove(((Placed) each).address);
      }
      ADDRESSES.put(array, next);
      ARRAYS.put(next, new Placed(array, next, COLLECTED));
      // Of a long's elements, and with one that nobody has between two arrays.
      next += (8L * length / ALIGNMENT + 2) * ALIGNMENT;
    }
    return array;
  }

  /** The address of an array's first element, or null when it has none. */
  public static @Nullable Long addressOf(Object array) {
    synchronized (ADDRESSES) {
      return ADDRESSES.get(array);
    }
  }

  /** Returns the memory at an address, as far as it goes: an array's elements, or the system's. */
  @SuppressWarnings("restricted") // As programs for Android do it.
  public static MemorySegment at(long address, long size) {
    if (address < FIRST) {
      return MemorySegment.ofAddress(address).reinterpret(size);
    }
    synchronized (ADDRESSES) {
      Map.Entry<Long, Placed> placed = ARRAYS.floorEntry(address);
      Object array = placed == null ? null : placed.getValue().get();
      if (placed == null || array == null) {
        throw new IllegalArgumentException("no array at 0x" + Long.toHexString(address));
      }
      return elements(array).asSlice(address - placed.getKey(), size);
    }
  }

  private static MemorySegment elements(Object array) {
    return switch (array) {
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case char[] chars -> MemorySegment.ofArray(chars);
      case short[] shorts -> MemorySegment.ofArray(shorts);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      default -> throw new IllegalArgumentException("no numbers: " + array.getClass());
    };
  }
}
