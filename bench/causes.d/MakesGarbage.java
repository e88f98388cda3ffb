// expect: Garbage collections take .*boxes
import java.util.*;

/** A planted cause: see the first line. */
public final class MakesGarbage {
  public static void main(String[] args) throws Exception {
    Map<Integer, List<Integer>> kept = new HashMap<>();
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 40_000; i++) {
        kept.put(i, boxes(i));
        sum += kept.get(i).size();
      }
    }
    System.out.println(sum);
  }

  static List<Integer> boxes(int from) {
    List<Integer> list = new LinkedList<>();
    for (int i = 0; i < 12; i++) {
      list.add(from * 1000 + i);
    }
    return list;
  }
}
