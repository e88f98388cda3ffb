// expect: (threads|Thread-[0-9]) (sleep|wait)s? .*use
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class OnePermit {
  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 4; j++) {
          use();
        }
      });
      threads[i].start();
    }
    for (Thread each : threads) {
      each.join();
    }
  }

  static final Semaphore ONE = new Semaphore(1);

  static void use() {
    ONE.acquireUninterruptibly();
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      ONE.release();
    }
  }
}
