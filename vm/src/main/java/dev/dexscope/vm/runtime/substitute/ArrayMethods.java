package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Allocations;
import java.lang.reflect.Array;

/** Methods of {@link Array}: what they make is an allocation of the program's. */
public final class ArrayMethods {
  private ArrayMethods() {}

  /** {@link Array#newInstance(Class, int)}. */
  public static Object newInstance(Class<?> type, int length) {
    return Allocations.newInstance(type, length);
  }

  /** {@link Array#newInstance(Class, int...)}: Android's way to arrays of arrays. */
  public static Object newInstance(Class<?> type, int[] lengths) {
    return Allocations.newInstance(type, lengths);
  }
}
