// expect: distinct.*searching lists
import java.util.*;

/** A planted cause: see the first line. */
public final class SearchesLists {
  public static void main(String[] args) throws Exception {
    System.out.println(distinct(30_000));
  }

  static int distinct(int count) {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String key = "key" + i * 7919 % 20_011;
      if (!seen.contains(key)) {
        seen.add(key);
      }
    }
    return seen.size();
  }
}
