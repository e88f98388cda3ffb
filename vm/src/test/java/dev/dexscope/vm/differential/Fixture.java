package dev.dexscope.vm.differential;

import org.jspecify.annotations.Nullable;

/** The object that random methods work on: fields of all types, methods of all kinds. */
public final class Fixture extends Base implements Shape {
  public static boolean staticBoolean = true;
  public static byte staticByte = -3;
  public static char staticChar = 'x';
  public static short staticShort = -300;
  public static int staticInt = 100_000;
  public static long staticLong = 1L << 40;
  public static float staticFloat = 1.5f;
  public static double staticDouble = -2.25;
  public static Object staticObject = "static";

  public boolean fieldBoolean;
  public byte fieldByte;
  public char fieldChar;
  public short fieldShort;
  public volatile int fieldInt;
  public long fieldLong;
  public float fieldFloat;
  public double fieldDouble;
  public Object fieldObject;

  public final boolean[] booleans = {true, false, true, true};
  public final byte[] bytes = {1, -2, 3, -4, 5};
  public final char[] chars = {'a', '\u1234', '\uffff'};
  public final short[] shorts = {1, -2, 3000, -32768, 32767, 6};
  public final long[] longs = {1, -2, Long.MAX_VALUE};
  public final float[] floats = {1, -0.0f, Float.NaN, Float.MAX_VALUE};
  public final double[] doubles = {1, -0.0, Double.NaN, Double.MIN_VALUE};
  public final Object[] objects = new Comparable<?>[4];

  /** Made by random methods too. */
  public Fixture(int number, long wide, Object object) {
    fieldInt = number;
    fieldLong = wide;
    fieldObject = object;
  }

  /** All static fields as they were at first: one random method does not see another's. */
  public static void reset() {
    staticBoolean = true;
    staticByte = -3;
    staticChar = 'x';
    staticShort = -300;
    staticInt = 100_000;
    staticLong = 1L << 40;
    staticFloat = 1.5f;
    staticDouble = -2.25;
    staticObject = "static";
  }

  @Override
  public int area(int factor, long offset) {
    return factor * fieldInt + (int) (offset ^ fieldLong);
  }

  @Override
  public int weight(byte b, char c, short s, boolean z) {
    return super.weight(b, c, s, z) ^ secret(z ? 1.0 : 0.5);
  }

  private int secret(double d) {
    return (int) (d * fieldByte) + fieldShort;
  }

  /** A synchronized call, which throws now and then. */
  public synchronized long guarded(int divisor, double d) {
    return fieldInt / divisor + (long) d;
  }

  /** Throws by itself. */
  public static float thrower(int kind) {
    return switch (kind & 7) {
      case 0 -> throw new IllegalStateException("kind " + kind);
      case 1 -> Integer.parseInt("x" + kind);
      case 2 -> throw new Error("kind " + kind);
      default -> kind / 3.0f;
    };
  }

  /** Returns the result of a random method, as one number. */
  public static long hash(
      int i, int j, long l, float f, double d, int @Nullable [] array, @Nullable Object object) {
    long hash = i * 31L + j;
    hash = hash * 31 + l;
    hash = hash * 31 + Float.floatToIntBits(f);
    hash = hash * 31 + Double.doubleToLongBits(d);
    if (array != null) {
      hash = hash * 31 + array.length;
      for (int each : array) {
        hash = hash * 31 + each;
      }
    }
    return hash * 31 + hash(object);
  }

  private static long hash(@Nullable Object object) {
    if (object == null) {
      return 0;
    }
    if (object instanceof Fixture fixture) {
      return fixture.state();
    }
    boolean hasValue = object instanceof String || object instanceof Number;
    return hasValue ? object.hashCode() : object.getClass().getName().hashCode();
  }

  /** All that the object holds. */
  public long state() {
    long hash = fieldInt * 31L + fieldLong + inherited;
    hash = hash * 31 + (fieldBoolean ? 1 : 0);
    hash = hash * 31 + fieldByte;
    hash = hash * 31 + fieldChar;
    hash = hash * 31 + fieldShort;
    hash = hash * 31 + Float.floatToIntBits(fieldFloat);
    hash = hash * 31 + Double.doubleToLongBits(fieldDouble);
    for (boolean each : booleans) {
      hash = hash * 31 + (each ? 1 : 0);
    }
    for (byte each : bytes) {
      hash = hash * 31 + each;
    }
    for (char each : chars) {
      hash = hash * 31 + each;
    }
    for (short each : shorts) {
      hash = hash * 31 + each;
    }
    for (long each : longs) {
      hash = hash * 31 + each;
    }
    for (float each : floats) {
      hash = hash * 31 + Float.floatToIntBits(each);
    }
    for (double each : doubles) {
      hash = hash * 31 + Double.doubleToLongBits(each);
    }
    for (Object each : objects) {
      hash =
          hash * 31 + (each == this ? 1 : each == null ? 0 : each.getClass().getName().hashCode());
    }
    return hash;
  }
}
