package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Allocations;
import java.lang.reflect.Array;

/** Methods of {@link Array}: the arrays created are allocations of the program. */
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
