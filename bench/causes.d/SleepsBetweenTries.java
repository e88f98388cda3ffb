// expect: sleeps in .*retry
import java.util.*;

/** A planted cause: see the first line. */
public final class SleepsBetweenTries {
  public static void main(String[] args) throws Exception {
    retry(5);
    System.out.println("done");
  }

  static void retry(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      Thread.sleep(150);
    }
  }
}
