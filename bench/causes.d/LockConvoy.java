// expect: threads wait for a lock .* in .*add
import java.util.*;

/** A planted cause: see the first line. */
public final class LockConvoy {
  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 60; j++) {
          add();
        }
      });
      threads[i].start();
    }
    for (Thread each : threads) {
      each.join();
    }
    System.out.println(total);
  }

  static double total;

  static synchronized void add() {
    for (int i = 1; i < 2_500_000; i++) {
      total += 1.0 / i;
    }
  }
}
