package dev.dexscope.vm.runtime;

import java.lang.constant.ClassDesc;
import org.jspecify.annotations.Nullable;

/** Fills arrays from the data that stands in code (fill-array-data). */
public final class ArrayData {
  private ArrayData() {}

  /**
   * Sets elements of an array of primitives. There is a method for each kind of them, for code that
   * knows it: short ones, which HotSpot puts in place of their calls.
   *
   * @param data a byte or short in one char, an int in two, a long in four, low bits first
   * @param at the place of the first char in all of the array's data
   */
  public static void fill(@Nullable Object array, String data, int at) {
    if (array instanceof byte[] bytes) {
      fill(bytes, data, at);
    } else if (array instanceof boolean[] booleans) {
      fill(booleans, data, at);
    } else if (array instanceof short[] shorts) {
      fill(shorts, data, at);
    } else if (array instanceof char[] chars) {
      fill(chars, data, at);
    } else if (array instanceof int[] ints) {
      fill(ints, data, at);
    } else if (array instanceof float[] floats) {
      fill(floats, data, at);
    } else if (array instanceof long[] longs) {
      fill(longs, data, at);
    } else if (array instanceof double[] doubles) {
      fill(doubles, data, at);
    } else if (array == null) {
      throw none();
    } else {
      throw new IllegalArgumentException("no array of primitives");
    }
  }

  public static void fill(byte @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, at + data.length());
    for (int i = 0; i < data.length(); i++) {
      array[at + i] = (byte) data.charAt(i);
    }
  }

  public static void fill(boolean @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, at + data.length());
    for (int i = 0; i < data.length(); i++) {
      array[at + i] = (data.charAt(i) & 1) != 0;
    }
  }

  public static void fill(short @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, at + data.length());
    for (int i = 0; i < data.length(); i++) {
      array[at + i] = (short) data.charAt(i);
    }
  }

  public static void fill(char @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, at + data.length());
    data.getChars(0, data.length(), array, at);
  }

  public static void fill(int @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, (at + data.length()) / 2);
    for (int i = 0; i < data.length(); i += 2) {
      array[(at + i) / 2] = intAt(data, i);
    }
  }

  public static void fill(float @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, (at + data.length()) / 2);
    for (int i = 0; i < data.length(); i += 2) {
      array[(at + i) / 2] = Float.intBitsToFloat(intAt(data, i));
    }
  }

  public static void fill(long @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, (at + data.length()) / 4);
    for (int i = 0; i < data.length(); i += 4) {
      array[(at + i) / 4] = longAt(data, i);
    }
  }

  public static void fill(double @Nullable [] array, String data, int at) {
    if (array == null) {
      throw none();
    }
    check(array.length, (at + data.length()) / 4);
    for (int i = 0; i < data.length(); i += 4) {
      array[(at + i) / 4] = Double.longBitsToDouble(longAt(data, i));
    }
  }

  private static NullPointerException none() {
    return new NullPointerException("null array in FILL_ARRAY_DATA");
  }

  /**
   * What filled-new-array throws for components that the runtime does not implement.
   *
   * @param component the descriptor of the array's component type
   */
  public static void checkFilled(String component) {
    if (component.equals("J") || component.equals("D")) {
      throw new RuntimeException(
          "Bad filled array request for type " + ClassDesc.ofDescriptor(component).displayName());
    }
    if (component.length() == 1 && !component.equals("I")) {
      throw new InternalError(
          "Found type "
              + ClassDesc.ofDescriptor(component).displayName()
              + "; filled-new-array not implemented for anything but 'int'");
    }
  }

  private static int intAt(String data, int i) {
    return data.charAt(i) | data.charAt(i + 1) << 16;
  }

  private static long longAt(String data, int i) {
    return (intAt(data, i) & 0xffff_ffffL) | (long) intAt(data, i + 2) << 32;
  }

  private static void check(int length, int wanted) {
    if (wanted > length) {
      throw new ArrayIndexOutOfBoundsException(
          "failed FILL_ARRAY_DATA; length=" + length + ", index=" + wanted);
    }
  }
}
