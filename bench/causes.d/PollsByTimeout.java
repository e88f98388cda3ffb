// expect: (poll|waits|main)
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class PollsByTimeout {
  public static void main(String[] args) throws Exception {
    BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    int tries = 0;
    while (tries < 8 && poll(queue) == null) {
      tries++;
    }
    System.out.println(tries);
  }

  static String poll(BlockingQueue<String> queue) throws InterruptedException {
    return queue.poll(100, TimeUnit.MILLISECONDS);
  }
}
