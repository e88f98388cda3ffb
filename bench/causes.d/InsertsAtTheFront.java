// expect: reverse.* (works for|moving)
import java.util.*;

/** A planted cause: see the first line. */
public final class InsertsAtTheFront {
  public static void main(String[] args) throws Exception {
    System.out.println(reverse(400_000).length());
  }

  static StringBuilder reverse(int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.insert(0, (char) ('a' + i % 26));
    }
    return text;
  }
}
