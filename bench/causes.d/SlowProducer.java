// expect: produce
import java.util.concurrent.*;

/** A planted cause: see the first line. */
public final class SlowProducer {
  public static void main(String[] args) throws Exception {
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
    Thread producer = new Thread(() -> produce(queue), "producer");
    producer.start();
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += queue.take();
    }
    System.out.println(sum);
  }

  static void produce(BlockingQueue<Integer> queue) {
    try {
      for (int i = 0; i < 10; i++) {
        Thread.sleep(80);
        queue.put(i);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
