// expect: isPrime.*works for|count.*works for
import java.util.stream.*;

/** A planted cause: see the first line. */
public final class StreamsOfStreams {
  public static void main(String[] args) throws Exception {
    System.out.println(count(120_000));
  }

  static long count(int limit) {
    return IntStream.range(2, limit).filter(StreamsOfStreams::isPrime).count();
  }

  static boolean isPrime(int n) {
    return IntStream.range(2, (int) Math.sqrt(n) * 8 + 1)
        .filter(each -> each < n)
        .noneMatch(each -> n % each == 0);
  }
}
