// expect: threads wait for a lock .* in .*add
import java.util.concurrent.locks.*;

/** A planted cause: see the first line. */
public final class ReentrantConvoy {
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
  static final ReentrantLock LOCK = new ReentrantLock();

  static void add() {
    LOCK.lock();
    try {
      for (int i = 1; i < 2_500_000; i++) {
        total += 1.0 / i;
      }
    } finally {
      LOCK.unlock();
    }
  }
}
