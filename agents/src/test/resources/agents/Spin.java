/** Works for some time in one method, which the interpreter has begun. */
public final class Spin {
  private static volatile long sink;

  static long inner(long n) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
      sum += i * 31 % 7;
    }
    return sum;
  }

  static void outer() {
    sink = inner(100_000_000L);
  }

  public static void main(String[] arguments) {
    outer();
  }
}
