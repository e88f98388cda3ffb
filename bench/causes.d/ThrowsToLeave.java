// expect: search.* (works for .*exceptions end|making exceptions)
import java.util.*;

/** A planted cause: see the first line. */
public final class ThrowsToLeave {
  public static void main(String[] args) throws Exception {
    int found = 0;
    for (int i = 0; i < 300_000; i++) {
      try {
        search(i % 30, 0);
      } catch (IllegalStateException e) {
        found++;
      }
    }
    System.out.println(found);
  }

  static void search(int wanted, int at) {
    if (at == wanted) {
      throw new IllegalStateException("found");
    }
    search(wanted, at + 1);
  }
}
