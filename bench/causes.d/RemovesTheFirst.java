// expect: drain.* (works for|moving)
import java.util.*;

/** A planted cause: see the first line. */
public final class RemovesTheFirst {
  public static void main(String[] args) throws Exception {
    System.out.println(drain(250_000));
  }

  static long drain(int count) {
    List<Integer> queue = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queue.add(i);
    }
    long sum = 0;
    while (!queue.isEmpty()) {
      sum += queue.remove(0);
    }
    return sum;
  }
}
