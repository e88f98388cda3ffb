// expect: matches.*compiling regular expressions
import java.util.regex.*;

/** A planted cause: see the first line. */
public final class CompilesPatterns {
  public static void main(String[] args) throws Exception {
    int count = 0;
    for (int i = 0; i < 60_000; i++) {
      count += matches("item-" + i) ? 1 : 0;
    }
    System.out.println(count);
  }

  static boolean matches(String text) {
    return Pattern.compile("([a-z]+)-([0-9]{2,5})(\\.[a-z]{1,3})?").matcher(text).matches();
  }
}
