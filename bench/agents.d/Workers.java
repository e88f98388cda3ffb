import java.util.ArrayList;
import java.util.List;

/** Four threads that call, make objects, wait for each other and throw: what agents are shown. */
public final class Workers {
  private final Object lock = new Object();
  private int turn;
  private int caught;

  static final class Item {
    final int number;
    final String text;

    Item(int number) {
      this.number = number;
      this.text = "item " + number;
    }
  }

  /** Waits for its turn, so that each thread waits and is notified equally often on every VM. */
  private void take(int worker, int round) throws InterruptedException {
    synchronized (lock) {
      while (turn != 4 * round + worker) {
        lock.wait();
      }
      turn++;
      lock.notifyAll();
    }
  }

  private static int work(int worker, int round) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      items.add(new Item(worker * round + i));
    }
    int sum = 0;
    for (Item each : items) {
      sum += each.number + each.text.length();
    }
    return checked(sum);
  }

  private static int checked(int sum) {
    if (sum % 5 == 0) {
      throw new IllegalStateException("five");
    }
    return sum;
  }

  private void run(int worker) {
    for (int round = 0; round < 10; round++) {
      try {
        take(worker, round);
        work(worker, round);
      } catch (IllegalStateException e) {
        synchronized (this) {
          caught++;
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Workers workers = new Workers();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int worker = i;
      threads[i] = new Thread(() -> workers.run(worker), "worker " + i);
      threads[i].start();
    }
    for (Thread each : threads) {
      each.join();
    }
    System.out.println("turns " + workers.turn + ", caught " + workers.caught);
  }
}
