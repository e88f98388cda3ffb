// expect: call.*looking up members
import java.util.*;

/** A planted cause: see the first line. */
public final class LooksUpMethods {
  public static void main(String[] args) throws Exception {
    long sum = 0;
    for (int i = 0; i < 700_000; i++) {
      sum += call("value" + i % 3);
    }
    System.out.println(sum);
  }

  public static int value0() {
    return 1;
  }

  public static int value1() {
    return 2;
  }

  public static int value2() {
    return 3;
  }

  static int call(String name) throws Exception {
    return LooksUpMethods.class.getMethod(name).getModifiers();
  }
}
