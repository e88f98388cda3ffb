package dev.dexscope.vm.interpret;

import dev.dexscope.dex.Instruction;
import dev.dexscope.vm.runtime.Allocations;
import dev.dexscope.vm.runtime.ArrayData;
import dev.dexscope.vm.runtime.HeapReserve;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** The array instructions: a width in the opcode, the array's type at run time. */
final class ArrayAccess {
  private ArrayAccess() {}

  private static void check(int length, int index) {
    if (Integer.compareUnsigned(index, length) >= 0) {
      throw Thrown.index(length, index);
    }
  }

  static long get32(@Nullable Object array, int index) {
    if (array instanceof int[] ints) {
      check(ints.length, index);
      return ints[index];
    }
    if (array instanceof float[] floats) {
      check(floats.length, index);
      return Float.floatToRawIntBits(floats[index]);
    }
    throw Thrown.readFromNullArray();
  }

  static long get64(@Nullable Object array, int index) {
    if (array instanceof long[] longs) {
      check(longs.length, index);
      return longs[index];
    }
    if (array instanceof double[] doubles) {
      check(doubles.length, index);
      return Double.doubleToRawLongBits(doubles[index]);
    }
    throw Thrown.readFromNullArray();
  }

  static @Nullable Object getObject(@Nullable Object array, int index) {
    if (array == null) {
      throw Thrown.readFromNullArray();
    }
    @Nullable Object[] objects = (@Nullable Object[]) array;
    check(objects.length, index);
    return objects[index];
  }

  static long getBoolean(@Nullable Object array, int index) {
    if (array == null) {
      throw Thrown.readFromNullArray();
    }
    boolean[] booleans = (boolean[]) array;
    check(booleans.length, index);
    return booleans[index] ? 1 : 0;
  }

  static long getByte(@Nullable Object array, int index) {
    if (array == null) {
      throw Thrown.readFromNullArray();
    }
    byte[] bytes = (byte[]) array;
    check(bytes.length, index);
    return bytes[index];
  }

  static long getChar(@Nullable Object array, int index) {
    if (array == null) {
      throw Thrown.readFromNullArray();
    }
    char[] chars = (char[]) array;
    check(chars.length, index);
    return chars[index];
  }

  static long getShort(@Nullable Object array, int index) {
    if (array == null) {
      throw Thrown.readFromNullArray();
    }
    short[] shorts = (short[]) array;
    check(shorts.length, index);
    return shorts[index];
  }

  static void put32(@Nullable Object array, int index, long value) {
    if (array instanceof int[] ints) {
      check(ints.length, index);
      ints[index] = (int) value;
    } else if (array instanceof float[] floats) {
      check(floats.length, index);
      floats[index] = Float.intBitsToFloat((int) value);
    } else {
      throw Thrown.writeToNullArray();
    }
  }

  static void put64(@Nullable Object array, int index, long value) {
    if (array instanceof long[] longs) {
      check(longs.length, index);
      longs[index] = value;
    } else if (array instanceof double[] doubles) {
      check(doubles.length, index);
      doubles[index] = Double.longBitsToDouble(value);
    } else {
      throw Thrown.writeToNullArray();
    }
  }

  static void putObject(@Nullable Object array, int index, @Nullable Object value) {
    if (array == null) {
      throw Thrown.writeToNullArray();
    }
    @Nullable Object[] objects = (@Nullable Object[]) array;
    check(objects.length, index);
    if (value != null && !objects.getClass().componentType().isInstance(value)) {
      throw Thrown.store(value, array);
    }
    objects[index] = value;
  }

  static void putBoolean(@Nullable Object array, int index, long value) {
    if (array == null) {
      throw Thrown.writeToNullArray();
    }
    boolean[] booleans = (boolean[]) array;
    check(booleans.length, index);
    booleans[index] = (value & 1) != 0;
  }

  static void putByte(@Nullable Object array, int index, long value) {
    if (array == null) {
      throw Thrown.writeToNullArray();
    }
    byte[] bytes = (byte[]) array;
    check(bytes.length, index);
    bytes[index] = (byte) value;
  }

  static void putChar(@Nullable Object array, int index, long value) {
    if (array == null) {
      throw Thrown.writeToNullArray();
    }
    char[] chars = (char[]) array;
    check(chars.length, index);
    chars[index] = (char) value;
  }

  static void putShort(@Nullable Object array, int index, long value) {
    if (array == null) {
      throw Thrown.writeToNullArray();
    }
    short[] shorts = (short[]) array;
    check(shorts.length, index);
    shorts[index] = (short) value;
  }

  static int length(@Nullable Object array) {
    if (array == null) {
      throw Thrown.lengthOfNullArray();
    }
    return Array.getLength(array);
  }

  static Object make(Class<?> arrayType, int length) {
    if (length < 0) {
      throw new NegativeArraySizeException(Integer.toString(length));
    }
    HeapReserve.keep();
    return Allocations.newInstance(arrayType.componentType(), length);
  }

  /** filled-new-array: of references or of ints. */
  static Object filled(Class<?> arrayType, int[] registers, Frame frame) {
    ArrayData.checkFilled(arrayType.componentType().descriptorString());
    if (arrayType.componentType().isPrimitive()) {
      Object array = make(arrayType, registers.length);
      for (int i = 0; i < registers.length; i++) {
        put32(array, i, frame.numbers[registers[i]]);
      }
      return array;
    }
    Object array = make(arrayType, registers.length);
    for (int i = 0; i < registers.length; i++) {
      putObject(array, i, frame.references[registers[i]]);
    }
    return array;
  }

  /** fill-array-data. */
  static void fill(@Nullable Object array, Instruction data) {
    if (array == null) {
      throw new NullPointerException("null array in FILL_ARRAY_DATA");
    }
    int count = data.payloadSize();
    int length = Array.getLength(array);
    if (Integer.compareUnsigned(count, length) > 0) {
      throw new ArrayIndexOutOfBoundsException(
          "failed FILL_ARRAY_DATA; length=" + length + ", index=" + count);
    }
    for (int i = 0; i < count; i++) {
      long value = data.element(i);
      switch (array) {
        case boolean[] booleans -> booleans[i] = (value & 1) != 0;
        case byte[] bytes -> bytes[i] = (byte) value;
        case char[] chars -> chars[i] = (char) value;
        case short[] shorts -> shorts[i] = (short) value;
        case int[] ints -> ints[i] = (int) value;
        case float[] floats -> floats[i] = Float.intBitsToFloat((int) value);
        case long[] longs -> longs[i] = value;
        case double[] doubles -> doubles[i] = Double.longBitsToDouble(value);
        default -> throw new IllegalStateException("no array of numbers");
      }
    }
  }
}
