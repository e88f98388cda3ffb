package dev.dexscope.vm.runtime;

import java.lang.constant.ClassDesc;

/** Fills arrays from the data that stands in code (fill-array-data). */
public final class ArrayData {
  private ArrayData() {}

  /**
   * Sets elements of an array of primitives.
   *
   * @param data a byte or short in one char, an int in two, a long in four, low bits first
   * @param at the place of the first char in all of the array's data
   */
  public static void fill(Object array, String data, int at) {
    switch (array) {
      case byte[] bytes -> {
        check(bytes.length, at + data.length());
        for (int i = 0; i < data.length(); i++) {
          bytes[at + i] = (byte) data.charAt(i);
        }
      }
      case boolean[] booleans -> {
        check(booleans.length, at + data.length());
        for (int i = 0; i < data.length(); i++) {
          booleans[at + i] = (data.charAt(i) & 1) != 0;
        }
      }
      case short[] shorts -> {
        check(shorts.length, at + data.length());
        for (int i = 0; i < data.length(); i++) {
          shorts[at + i] = (short) data.charAt(i);
        }
      }
      case char[] chars -> {
        check(chars.length, at + data.length());
        data.getChars(0, data.length(), chars, at);
      }
      case int[] ints -> {
        check(ints.length, (at + data.length()) / 2);
        for (int i = 0; i < data.length(); i += 2) {
          ints[(at + i) / 2] = intAt(data, i);
        }
      }
      case float[] floats -> {
        check(floats.length, (at + data.length()) / 2);
        for (int i = 0; i < data.length(); i += 2) {
          floats[(at + i) / 2] = Float.intBitsToFloat(intAt(data, i));
        }
      }
      case long[] longs -> {
        check(longs.length, (at + data.length()) / 4);
        for (int i = 0; i < data.length(); i += 4) {
          longs[(at + i) / 4] = longAt(data, i);
        }
      }
      case double[] doubles -> {
        check(doubles.length, (at + data.length()) / 4);
        for (int i = 0; i < data.length(); i += 4) {
          doubles[(at + i) / 4] = Double.longBitsToDouble(longAt(data, i));
        }
      }
      case null -> throw new NullPointerException("null array in FILL_ARRAY_DATA");
      default -> throw new IllegalArgumentException("no array of primitives");
    }
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
