// expect: work( |,).*works for
import java.util.*;

/** A planted cause: see the first line. */
public final class JoinsAWorker {
  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(() -> System.out.println(work(300)), "worker");
    worker.start();
    worker.join();
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
