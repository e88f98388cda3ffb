// expect: waits in .*each, line .*Thread.join
import java.util.concurrent.atomic.*;

/** A planted cause: see the first line. */
public final class MakesThreads {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 12_000; i++) {
      each(i);
    }
    System.out.println(done);
  }

  static final AtomicInteger done = new AtomicInteger();

  static void add(int i) {
    done.addAndGet(i);
  }

  static void each(int i) throws InterruptedException {
    Thread thread = new Thread(() -> add(i));
    thread.start();
    thread.join();
  }
}
