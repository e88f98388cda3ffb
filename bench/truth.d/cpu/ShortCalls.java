/** Heavy work beside millions of short calls; each is timed by the program itself. */
public class ShortCalls {
  static long state = 1;

  static long heavy(int n) {
    long x = state;
    for (int i = 0; i < n; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
      x ^= x >>> 17;
    }
    return x;
  }

  static int small(int a) {
    int s = a;
    for (int i = 0; i < 4; i++) {
      s = s * 31 + i;
    }
    return s;
  }

  static long manySmall(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += small(i);
    }
    return sum;
  }

  public static void main(String[] args) {
    long heavy = 0;
    long small = 0;
    for (int round = 0; round < 100; round++) {
      long a = System.nanoTime();
      state += heavy(3_000_000);
      long b = System.nanoTime();
      state += manySmall(24_000);
      long c = System.nanoTime();
      heavy += b - a;
      small += c - b;
    }
    System.out.printf(
        "own clock: heavy %d ms, small %d ms (%x)%n", heavy / 1_000_000, small / 1_000_000, state);
  }
}
