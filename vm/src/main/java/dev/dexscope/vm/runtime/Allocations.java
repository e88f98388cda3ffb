package dev.dexscope.vm.runtime;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Where the program makes objects: translated code says so while allocations are recorded, the
 * interpreter always.
 */
public final class Allocations {
  /** Records allocations. */
  public interface Recorder {
    /** An object of the class is being made. */
    void making(Class<?> type);

    /** An array or a clone has been made. */
    void made(Object object);
  }

  private Allocations() {}

  /** Sets the recorder; null for none. */
  public static void tell(@Nullable Recorder who) {
    VmContext.current().allocationRecorder = who;
  }

  /** new-instance. */
  public static void making(Class<?> type) {
    Recorder there = VmContext.current().allocationRecorder;
    if (there != null) {
      there.making(type);
    }
  }

  /** new-array and filled-new-array, and what {@code clone} has returned. */
  public static void made(@Nullable Object object) {
    Recorder there = VmContext.current().allocationRecorder;
    if (there != null && object != null) {
      there.made(object);
    }
  }

  /** {@link Array#newInstance(Class, int)}. */
  public static Object newInstance(Class<?> type, int length) {
    Object array = Array.newInstance(type, length);
    made(array);
    return array;
  }

  /** {@link Array#newInstance(Class, int...)}: Android's way to arrays of arrays. */
  public static Object newInstance(Class<?> type, int[] lengths) {
    Object array = Array.newInstance(type, lengths);
    if (VmContext.current().allocationRecorder != null) {
      madeAll(array, lengths.length);
    }
    return array;
  }

  private static void madeAll(@Nullable Object array, int dimensions) {
    made(array);
    if (dimensions > 1 && array instanceof Object[] arrays) {
      for (Object each : arrays) {
        madeAll(each, dimensions - 1);
      }
    }
  }
}
