package dev.dexscope.vm.runtime;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Reports the creation of objects: called by translated code while allocations are recorded, by the
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

  /** Sets the recorder; null removes it. */
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
    Object array = lengths.length == 2 ? make(type, lengths) : Array.newInstance(type, lengths);
    if (VmContext.current().allocationRecorder != null) {
      madeAll(array, lengths.length);
    }
    return array;
  }

  /**
   * Creates arrays of arrays like code of the JVM: HotSpot's compilers know it, and agents receive
   * events for objects that native code creates (VMObjectAlloc), such as that of {@link Array}.
   */
  private static Object make(Class<?> type, int[] lengths) {
    int rows = lengths[0];
    int columns = lengths[1];
    if (type == int.class) {
      return new int[rows][columns];
    } else if (type == double.class) {
      return new double[rows][columns];
    } else if (type == float.class) {
      return new float[rows][columns];
    } else if (type == long.class) {
      return new long[rows][columns];
    } else if (type == byte.class) {
      return new byte[rows][columns];
    } else if (type == char.class) {
      return new char[rows][columns];
    } else if (type == boolean.class) {
      return new boolean[rows][columns];
    } else if (type == short.class) {
      return new short[rows][columns];
    } else {
      return Array.newInstance(type, lengths);
    }
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
