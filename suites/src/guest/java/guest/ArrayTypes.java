package guest;

import java.util.Arrays;

/** Arrays of every type: their values, initialisers, classes and exceptions. */
public class ArrayTypes {
  static boolean[] booleans = {true, false, true};
  static byte[] bytes = {1, -2, 3, 127, -128};
  static char[] chars = {'a', '\uffff', '\0'};
  static short[] shorts = {1, -1, 32767, -32768};
  static int[] ints = {1, 2, 3, 0x7fffffff, 0x80000000, -5};
  static long[] longs = {1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789L};
  static float[] floats = {1f, -0f, Float.NaN, 3.5f};
  static double[] doubles = {1d, -0d, Double.NaN, 1e300};
  static String[] strings = {"a", null, "c"};
  static Object[][] objects = {{1, "x"}, {}, null, new Integer[] {4}};

  public static void main(String[] args) {
    long sum = 0;
    for (boolean b : booleans) sum = sum * 31 + (b ? 1 : 2);
    for (byte b : bytes) sum = sum * 31 + b;
    for (char c : chars) sum = sum * 31 + c;
    for (short s : shorts) sum = sum * 31 + s;
    for (int i : ints) sum = sum * 31 + i;
    for (long l : longs) sum = sum * 31 + l;
    for (float f : floats) sum = sum * 31 + Float.floatToIntBits(f);
    for (double d : doubles) sum = sum * 31 + Double.doubleToLongBits(d);
    System.out.println(sum);
    System.out.println(Arrays.deepToString(objects) + Arrays.toString(strings));
    bytes[1] += 200;
    bytes[2]++;
    chars[1]++;
    shorts[2]++;
    ints[3]++;
    longs[2]++;
    floats[0] /= 3;
    doubles[0] /= 3;
    booleans[1] |= true;
    System.out.println(bytes[1] + " " + bytes[2] + " " + (int) chars[1] + " " + shorts[2] + " " + ints[3] + " " + longs[2]);
    System.out.println(floats[0] + " " + doubles[0] + " " + booleans[1]);

    for (Object array : new Object[] {
      booleans, bytes, chars, shorts, ints, longs, floats, doubles, strings, objects, new int[0][0][0], new Runnable[1]
    }) {
      Class<?> type = array.getClass();
      System.out.println(type.getName() + " " + type.getComponentType() + " " + type.getSuperclass()
          + " " + Arrays.toString(type.getInterfaces()) + " " + java.lang.reflect.Array.getLength(array)
          + " " + (array instanceof Object[]) + (array instanceof Cloneable) + (array instanceof int[]));
    }
    int[][][] cube = new int[2][3][4];
    cube[1][2][3] = 5;
    int[][][] half = new int[2][3][];
    System.out.println(cube[1][2][3] + cube.length + cube[0].length + cube[0][0].length + " " + half[1][2]);
    int[] copy = ints.clone();
    copy[0] = 99;
    System.out.println(ints[0] + " " + copy[0] + " " + Arrays.equals(ints, ints.clone()));
    System.arraycopy(ints, 0, ints, 1, 4);
    System.out.println(Arrays.toString(ints));

    fails("read", () -> System.out.println(ints[6]));
    fails("read -1", () -> System.out.println(longs[-1]));
    fails("write", () -> doubles[4] = 1);
    fails("write byte", () -> bytes[Integer.MIN_VALUE] = 1);
    fails("negative", () -> System.out.println(new int[ints[1] - 100].length));
    fails("negative deep", () -> System.out.println(new String[2][-1].length));
    fails("store", () -> ((Object[]) strings)[0] = 1);
    fails("store array", () -> ((Object[]) new int[1][1])[0] = new long[1]);
    fails("cast", () -> System.out.println(((int[]) (Object) longs).length));
    fails("null", () -> System.out.println(objects[2].length));
    fails("copy", () -> System.arraycopy(ints, 0, longs, 0, 1));
    fails("copy range", () -> System.arraycopy(ints, 0, ints, 4, 5));
    ((Object[]) strings)[1] = null;
    Object[] wide = new Comparable<?>[2];
    wide[0] = "s";
    wide[1] = 1L;
    System.out.println(wide[0] + "" + wide[1]);
  }

  private static void fails(String what, Runnable action) {
    try {
      action.run();
      System.out.println(what + ": nothing thrown");
    } catch (RuntimeException e) {
      System.out.println(what + ": " + e.getClass().getName());
    }
  }
}
