package guest;

/** Stack overflows, caught again and again, with locks and finally blocks on the way. */
public class DeepRecursion {
  static int depth;
  static int finallyRuns;
  static final Object LOCK = new Object();

  static void down() {
    depth++;
    down();
  }

  static long downWide(long a, double b, Object c) {
    return downWide(a + 1, b * 2, c) + (long) b;
  }

  static void downLocked() {
    synchronized (LOCK) {
      downLocked();
    }
  }

  static synchronized void downSynchronized() {
    downSynchronized();
  }

  static int limited(int n) {
    return n == 0 ? 0 : 1 + limited(n - 1);
  }

  static void mutual(int n, boolean first) {
    if (first) {
      mutual(n + 1, false);
    } else {
      other(n);
    }
  }

  static void other(int n) {
    mutual(n, true);
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 5; i++) {
      depth = 0;
      try {
        down();
      } catch (StackOverflowError e) {
        System.out.println("overflow " + (depth > 500));
      }
    }
    try {
      downWide(0, 1, null);
    } catch (StackOverflowError e) {
      System.out.println("wide");
    }
    try {
      downLocked();
    } catch (StackOverflowError e) {
      System.out.println("locked " + Thread.holdsLock(LOCK));
    }
    try {
      downSynchronized();
    } catch (StackOverflowError e) {
      System.out.println("synchronized " + Thread.holdsLock(DeepRecursion.class));
    }
    try {
      mutual(0, true);
    } catch (StackOverflowError e) {
      System.out.println("mutual " + (e.getStackTrace().length > 0));
    }
    System.out.println(limited(500));
    Thread thread = new Thread(() -> {
      try {
        down();
      } catch (StackOverflowError e) {
        System.out.println("in a thread");
      }
    });
    thread.start();
    thread.join();
    Thread big = new Thread(null, () -> System.out.println(limited(20000)), "big", 64L << 20);
    big.start();
    big.join();
  }
}
