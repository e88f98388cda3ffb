// expect: row.*formatting text
import java.util.*;

/** A planted cause: see the first line. */
public final class FormatsText {
  public static void main(String[] args) throws Exception {
    int length = 0;
    for (int i = 0; i < 300_000; i++) {
      length += row(i, i * 1.5).length();
    }
    System.out.println(length);
  }

  static String row(int id, double value) {
    return String.format("%08d %-12s %10.3f", id, "name", value);
  }
}
