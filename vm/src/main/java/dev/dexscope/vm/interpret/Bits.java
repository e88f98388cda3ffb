package dev.dexscope.vm.interpret;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Method handles between floating-point numbers and the bits that registers hold. */
final class Bits {
  static final MethodHandle OF_FLOAT = find("ofFloat", float.class, long.class);
  static final MethodHandle OF_DOUBLE = find("ofDouble", double.class, long.class);
  static final MethodHandle TO_FLOAT = find("toFloat", long.class, float.class);
  static final MethodHandle TO_DOUBLE = find("toDouble", long.class, double.class);

  private Bits() {}

  private static MethodHandle find(String name, Class<?> from, Class<?> to) {
    try {
      return MethodHandles.lookup().findStatic(Bits.class, name, MethodType.methodType(to, from));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  static long ofFloat(float value) {
    return Float.floatToRawIntBits(value);
  }

  static long ofDouble(double value) {
    return Double.doubleToRawLongBits(value);
  }

  static float toFloat(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  static double toDouble(long bits) {
    return Double.longBitsToDouble(bits);
  }
}
