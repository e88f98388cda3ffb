/** Has variables that no instruction reads any more, and calls where an agent looks at them. */
public class Locals {
  static void here() {}

  static int constants() {
    int zero = 0;
    long wide = 22;
    float single = 6.0f;
    double twice = 7.0;
    String nothing = null;
    boolean yes = true;
    here();
    return 1;
  }

  static int assigned(int given) {
    int first = 0;
    short second = 1;
    if (given > 0) {
      first = 1;
      second = 2;
      here();
    }
    return given;
  }

  static double read() {
    long wide = 22;
    float single = 6.0f;
    here();
    return wide + single;
  }

  static int results(int given) {
    int length = Integer.toString(given).length();
    Object same = "text";
    here();
    length = given + 1;
    return given;
  }

  static String told() {
    int zero = 0;
    float none = 0;
    Object nothing = null;
    here();
    return zero + " " + none + " " + nothing;
  }

  public static void main(String[] args) {
    constants();
    assigned(3);
    System.out.println("read " + read());
    results(1234);
    System.out.println("told " + told());
  }
}
