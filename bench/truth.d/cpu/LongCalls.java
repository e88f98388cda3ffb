/** Calls that are long, some of which wait; each kind is timed by the program itself. */
public class LongCalls {
  static long state = 1;

  static long work(int n) {
    long x = state;
    for (int i = 0; i < n; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
      x ^= x >>> 17;
    }
    return x;
  }

  static long little() {
    return work(200_000);
  }

  static long much() {
    return work(3_000_000);
  }

  static void rest() throws InterruptedException {
    Thread.sleep(2);
  }

  public static void main(String[] args) throws InterruptedException {
    long much = 0;
    long little = 0;
    long rest = 0;
    for (int round = 0; round < 100; round++) {
      long a = System.nanoTime();
      state += much();
      long b = System.nanoTime();
      for (int i = 0; i < 5; i++) {
        state += little();
      }
      long c = System.nanoTime();
      rest();
      long d = System.nanoTime();
      much += b - a;
      little += c - b;
      rest += d - c;
    }
    System.out.printf(
        "own clock: much %d ms, little %d ms, rest %d ms (%x)%n",
        much / 1_000_000, little / 1_000_000, rest / 1_000_000, state);
  }
}
