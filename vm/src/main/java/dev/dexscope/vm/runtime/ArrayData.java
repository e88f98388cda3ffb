package dev.dexscope.vm.runtime;

import java.lang.constant.ClassDesc;
import org.jspecify.annotations.Nullable;

/** Fills arrays from data in code (fill-array-data). */
public final class ArrayData {
  private ArrayData() {}

  /**
   * Sets elements of an array of primitives. There is a method for each kind of them, for code with
   * a known type: short ones, which HotSpot inlines.
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

  public static void fill(byte[] array, String data, int at) {
    check(array, at + data.length());
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      array[at + i] = (byte) chars[i];
    }
  }

  public static void fill(boolean[] array, String data, int at) {
    check(array, at + data.length());
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      array[at + i] = (chars[i] & 1) != 0;
    }
  }

  public static void fill(short[] array, String data, int at) {
    check(array, at + data.length());
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      array[at + i] = (short) chars[i];
    }
  }

  public static void fill(char[] array, String data, int at) {
    check(array, at + data.length());
    data.getChars(0, data.length(), array, at);
  }

  public static void fill(int[] array, String data, int at) {
    check(array, (at + data.length()) / 2);
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i += 2) {
      array[(at + i) / 2] = intAt(chars, i);
    }
  }

  public static void fill(float[] array, String data, int at) {
    check(array, (at + data.length()) / 2);
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i += 2) {
      array[(at + i) / 2] = Float.intBitsToFloat(intAt(chars, i));
    }
  }

  public static void fill(long[] array, String data, int at) {
    check(array, (at + data.length()) / 4);
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i += 4) {
      array[(at + i) / 4] = longAt(chars, i);
    }
  }

  public static void fill(double[] array, String data, int at) {
    check(array, (at + data.length()) / 4);
    char[] chars = data.toCharArray();
    for (int i = 0; i < chars.length; i += 4) {
      array[(at + i) / 4] = Double.longBitsToDouble(longAt(chars, i));
    }
  }

  /**
   * Throws what fill-array-data does for an array that cannot take its data, or is null; there is a
   * method for each kind of elements.
   */
  public static void check(byte[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(boolean[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(short[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(char[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(int[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(float[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(long[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  public static void check(double[] array, int wanted) {
    if (array == null) {
      throw none();
    }
    check(array.length, wanted);
  }

  private static NullPointerException none() {
    return new NullPointerException("null array in FILL_ARRAY_DATA");
  }

  /**
   * Throws the exception of filled-new-array for components that the runtime does not implement.
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

  private static int intAt(char[] data, int i) {
    return data[i] | data[i + 1] << 16;
  }

  private static long longAt(char[] data, int i) {
    return (intAt(data, i) & 0xffff_ffffL) | (long) intAt(data, i + 2) << 32;
  }

  private static void check(int length, int wanted) {
    if (wanted > length) {
      throw new ArrayIndexOutOfBoundsException(
          "failed FILL_ARRAY_DATA; length=" + length + ", index=" + wanted);
    }
  }
}
