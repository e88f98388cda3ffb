// expect: fib.* works for
import java.util.*;

/** A planted cause: see the first line. */
public final class Recursion {
  public static void main(String[] args) throws Exception {
    System.out.println(fib(41));
  }

  static long fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }
}
