/** A loop that works for some 100 ns between short calls. */
public class Callers {
  static int small(int a) {
    int s = a;
    for (int i = 0; i < 4; i++) {
      s = s * 31 + i;
    }
    return s;
  }

  static long loop(int n) {
    long x = 1;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 60; k++) {
        x = x * 6364136223846793005L + 1442695040888963407L;
        x ^= x >>> 17;
      }
      x += small(i);
    }
    return x;
  }

  public static void main(String[] args) {
    long begin = System.nanoTime();
    long sum = 0;
    for (int round = 0; round < 100; round++) {
      sum += loop(24_000);
    }
    System.out.printf("own clock: all %d ms (%x)%n", (System.nanoTime() - begin) / 1_000_000, sum);
  }
}
