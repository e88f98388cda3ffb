// expect: work( |,).*works for
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class JoinsACompletableFuture {
  public static void main(String[] args) throws Exception {
    var sum = CompletableFuture.supplyAsync(() -> work(300)).thenApply(each -> each * 2);
    System.out.println(sum.join());
  }

  static double work(int millions) {
    double sum = 0;
    for (long i = 1; i <= millions * 1_000_000L; i++) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
