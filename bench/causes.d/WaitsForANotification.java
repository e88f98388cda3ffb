// expect: work( |,).*works for
import java.util.*;

/** A planted cause: see the first line. */
public final class WaitsForANotification {
  public static void main(String[] args) throws Exception {
    Object done = new Object();
    boolean[] isDone = new boolean[1];
    new Thread(() -> {
      System.out.println(work(300));
      synchronized (done) {
        isDone[0] = true;
        done.notifyAll();
      }
    }, "loader").start();
    synchronized (done) {
      while (!isDone[0]) {
        done.wait();
      }
    }
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
