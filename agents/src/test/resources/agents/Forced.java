/** Methods that an agent has return something else. */
public class Forced {
  static final String VALUE = "forced";

  static int number() {
    return 1;
  }

  static long wide() {
    return 1;
  }

  static float single() {
    return 1;
  }

  static double exact() {
    return 1;
  }

  static Object object() {
    return "returned";
  }

  static String text() {
    return "returned";
  }

  static void nothing() {
    System.out.println("program nothing was not forced");
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 14; i++) {
      nothing();
      System.out.println("program " + i + " " + number() + " " + wide() + " " + single() + " " + exact()
          + " " + object() + " " + text());
    }
  }
}
