// expect: work( |,).*works for
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class WaitsForALatch {
  public static void main(String[] args) throws Exception {
    var latch = new CountDownLatch(1);
    new Thread(() -> {
      System.out.println(work(300));
      latch.countDown();
    }, "loader").start();
    latch.await();
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
