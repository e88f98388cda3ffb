// expect: sum.*searching lists
import java.util.*;

/** A planted cause: see the first line. */
public final class WalksALinkedList {
  public static void main(String[] args) throws Exception {
    List<Integer> list = new LinkedList<>();
    for (int i = 0; i < 22_000; i++) {
      list.add(i);
    }
    System.out.println(sum(list));
  }

  static long sum(List<Integer> list) {
    long sum = 0;
    for (int i = 0; i < list.size(); i++) {
      sum += list.get(i);
    }
    return sum;
  }
}
