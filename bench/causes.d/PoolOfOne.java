// expect: work( |,).*works for
import java.util.*;
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class PoolOfOne {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<Future<Double>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(pool.submit(() -> work(40)));
    }
    double sum = 0;
    for (Future<Double> each : all) {
      sum += each.get();
    }
    pool.shutdown();
    System.out.println(sum);
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
