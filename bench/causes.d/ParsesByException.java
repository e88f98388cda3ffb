// expect: number.* (of java.lang.NumberFormatException|making exceptions)
import java.util.*;

/** A planted cause: see the first line. */
public final class ParsesByException {
  public static void main(String[] args) throws Exception {
    int valid = 0;
    for (int i = 0; i < 400_000; i++) {
      valid += number(i % 4 == 0 ? "17" : "n/a");
    }
    System.out.println(valid);
  }

  static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
