// expect: (sleeps in .*hold|hold.*sleep)
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class SleepsWithALock {
  public static void main(String[] args) throws Exception {
    Thread holder = new Thread(LOCK_HOLDER, "holder");
    holder.start();
    ready.await();
    synchronized (LOCK) {
      System.out.println("got it");
    }
    holder.join();
  }

  static final Object LOCK = new Object();
  static final CountDownLatch ready = new CountDownLatch(1);
  static final Runnable LOCK_HOLDER = SleepsWithALock::hold;

  static void hold() {
    synchronized (LOCK) {
      ready.countDown();
      try {
        Thread.sleep(600);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
