import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Calls a method on new virtual threads until a line has come, and once more. */
public final class Crowd {
  private static final LongAdder CALLS = new LongAdder();

  static void late() {
    CALLS.increment();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println("ready");
    long started = 0;
    boolean isLast = false;
    while (!isLast) {
      isLast = System.in.available() != 0;
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        threads.add(Thread.ofVirtual().start(Crowd::late));
        started++;
      }
      for (Thread each : threads) {
        each.join();
      }
    }
    System.out.println("program done " + (CALLS.sum() == started));
  }
}
