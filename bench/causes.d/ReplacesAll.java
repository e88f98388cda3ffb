// expect: clean.*regular expressions
import java.util.*;

/** A planted cause: see the first line. */
public final class ReplacesAll {
  public static void main(String[] args) throws Exception {
    int length = 0;
    for (int i = 0; i < 60_000; i++) {
      length += clean("a  b\tc " + i).length();
    }
    System.out.println(length);
  }

  static String clean(String text) {
    return text.replaceAll("\\s+", " ").replaceAll("[^a-z0-9 ]", "");
  }
}
