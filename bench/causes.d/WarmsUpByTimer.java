// expect: sleeps|waits
import java.util.*;

/** A planted cause: see the first line. */
public final class WarmsUpByTimer {
  public static void main(String[] args) throws Exception {
    var timer = new Timer(true);
    var done = new java.util.concurrent.CountDownLatch(5);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            done.countDown();
          }
        },
        100,
        150);
    done.await();
    System.out.println("done");
  }
}
