package dev.dexscope.vm.differential;

import dev.dexscope.vm.differential.kin.Kin;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls random methods and reports their results; runs as guest code, on every engine. */
public final class Driver {
  private static final int[] INTS = {0, 1, -1, 5, Integer.MIN_VALUE, 77_777};
  private static final long[] LONGS = {0, -1, 1L << 33, Long.MIN_VALUE, 9, 12_345_678_901L};
  private static final float[] FLOATS = {0, -1.5f, Float.NaN, 1e10f, Float.NEGATIVE_INFINITY, 3};
  private static final double[] DOUBLES = {0, 2.5, Double.NaN, -1e300, 1e-10, 1};

  private Driver() {}

  /** Prints a line for each method and its arguments. */
  public static void main(String[] args) throws Exception {
    System.out.print(report(args[0], true));
  }

  /**
   * Calls the methods {@code m0}, {@code m1}, ... of a class, each with some arguments.
   *
   * @param storeMessages whether an ArrayStoreException is shown with its message: HotSpot's
   *     message lacks the array's type, which cannot be added later
   */
  public static String report(String className, boolean storeMessages) throws Exception {
    StringBuilder text = new StringBuilder();
    Class<?> type = Class.forName(className);
    Kin kin = Kin.last;
    for (int i = 0; ; i++) {
      Method method;
      try {
        method =
            type.getMethod(
                "m" + i,
                int.class,
                long.class,
                float.class,
                double.class,
                int[].class,
                Object.class,
                Fixture.class);
        // Its class is seen by its package only.
        method.setAccessible(true);
      } catch (NoSuchMethodException e) {
        return text.toString();
      }
      for (int j = 0; j < INTS.length; j++) {
        text.append('m').append(i).append(' ').append(j).append(": ");
        call(method, j, kin, storeMessages, text);
        text.append('\n');
      }
    }
  }

  private static void call(Method method, int j, Kin kin, boolean storeMessages, StringBuilder text)
      throws Exception {
    Fixture.reset();
    Kin.reset(kin);
    Fixture fixture = j == 4 ? null : new Fixture(j * 1000 - 7, LONGS[j] + 3, "field");
    int[] array = j == 3 ? null : new int[] {j, 2, 3, -4, j * j, 6, 7, 8};
    Object object = j == 0 ? null : j == 1 ? "text" : j == 2 ? (Object) Integer.valueOf(j) : array;
    try {
      text.append(result(method, INTS[j], LONGS[j], FLOATS[j], DOUBLES[j], array, object, fixture));
    } catch (Throwable thrown) {
      text.append(thrown.getClass().getName());
      if (storeMessages || !(thrown instanceof ArrayStoreException)) {
        text.append(' ').append(thrown.getMessage());
      }
    }
    text.append(fixture == null ? "" : " " + fixture.state());
    text.append(' ').append(Kin.state(kin));
    text.append(' ')
        .append(
            Fixture.hash(
                1,
                Fixture.staticInt,
                Fixture.staticLong,
                Fixture.staticFloat,
                Fixture.staticDouble,
                array,
                Fixture.staticObject));
  }

  /** Throws what the method throws, so that code of the program catches it. */
  private static Object result(Method method, @Nullable Object... arguments) throws Throwable {
    try {
      return method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
