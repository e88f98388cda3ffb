// expect: log.*printing
import java.util.*;

/** A planted cause: see the first line. */
public final class PrintsEachLine {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 300_000; i++) {
      log(i);
    }
  }

  static void log(int i) {
    System.out.println("step " + i);
  }
}
