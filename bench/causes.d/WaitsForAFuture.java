// expect: work( |,).*works for
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class WaitsForAFuture {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<Double> sum = pool.submit(() -> work(300));
    System.out.println(sum.get());
    pool.shutdown();
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
