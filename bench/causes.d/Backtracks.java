// expect: check.*matching regular expressions
import java.util.regex.*;

/** A planted cause: see the first line. */
public final class Backtracks {
  public static void main(String[] args) throws Exception {
    int count = 0;
    for (int i = 0; i < 60; i++) {
      count += check("x".repeat(400) + i) ? 1 : 0;
    }
    System.out.println(count);
  }

  private static final Pattern ASSIGNMENT = Pattern.compile(".*x.*x.*=.*");

  static boolean check(String text) {
    return ASSIGNMENT.matcher(text).matches();
  }
}
