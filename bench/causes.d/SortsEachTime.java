// expect: add.*sorting
import java.util.*;

/** A planted cause: see the first line. */
public final class SortsEachTime {
  public static void main(String[] args) throws Exception {
    List<Integer> list = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 6_000; i++) {
      add(list, random.nextInt());
    }
    System.out.println(list.get(17));
  }

  static void add(List<Integer> list, int value) {
    list.add(value);
    Collections.sort(list, Comparator.comparing(each -> -each));
  }
}
