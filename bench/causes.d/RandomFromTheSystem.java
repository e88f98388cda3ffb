// expect: token.* random numbers
import java.util.*;

/** A planted cause: see the first line. */
public final class RandomFromTheSystem {
  public static void main(String[] args) throws Exception {
    int sum = 0;
    for (int i = 0; i < 300_000; i++) {
      sum += token().length();
    }
    System.out.println(sum);
  }

  static String token() {
    return UUID.randomUUID().toString();
  }
}
