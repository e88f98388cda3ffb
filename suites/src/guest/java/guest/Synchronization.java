package guest;

import java.util.ArrayList;
import java.util.List;

/** Synchronized methods and blocks, exceptions out of them, wait and notify. */
public class Synchronization {
  private int counter;
  private static int staticCounter;
  private final Object lock = new Object();
  private final List<String> box = new ArrayList<>();

  synchronized void increment() {
    counter++;
  }

  static synchronized void incrementStatic() {
    staticCounter++;
  }

  synchronized int fails(int x) {
    return 10 / x;
  }

  synchronized long recursive(int n) {
    return n == 0 ? counter : n + recursive(n - 1);
  }

  int block(int x) {
    synchronized (lock) {
      if (x == 1) return 1;
      synchronized (this) {
        if (x == 2) throw new IllegalStateException();
        for (int i = 0; i < 5; i++) {
          synchronized (box) {
            if (i == x) break;
            if (i == 0) continue;
            counter += i;
          }
        }
      }
      try {
        return 10 / (x - 4);
      } catch (ArithmeticException e) {
        return -1;
      } finally {
        counter += 1000;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Synchronization s = new Synchronization();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < 20000; j++) {
          s.increment();
          incrementStatic();
          synchronized (s.lock) {
            synchronized (s.box) {
              if (j % 1000 == 0) s.box.add("x");
            }
          }
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(s.counter + " " + staticCounter + " " + s.box.size());
    System.out.println(s.recursive(20));
    try {
      s.fails(0);
    } catch (ArithmeticException e) {
      System.out.println("free " + !Thread.holdsLock(s));
    }
    for (int x = 0; x < 6; x++) {
      String result;
      try {
        result = "" + s.block(x);
      } catch (RuntimeException e) {
        result = e.getClass().getSimpleName();
      }
      System.out.println(x + " " + result + " " + s.counter + Thread.holdsLock(s) + Thread.holdsLock(s.lock) + Thread.holdsLock(s.box));
    }
    waitAndNotify();
    try {
      s.wait();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not owner");
    }
    Thread.currentThread().interrupt();
    try {
      synchronized (s) {
        s.wait(10000);
      }
    } catch (InterruptedException e) {
      System.out.println("interrupted " + Thread.interrupted());
    }
    synchronized (s) {
      System.out.println("held " + Thread.holdsLock(s));
      s.wait(1);
      System.out.println("held " + Thread.holdsLock(s));
    }
    synchronized (Synchronization.class) {
      System.out.println(Thread.holdsLock(Synchronization.class));
    }
    hot(s);
  }

  private static void waitAndNotify() throws InterruptedException {
    List<Integer> queue = new ArrayList<>();
    int[] sum = new int[1];
    Thread consumer = new Thread(() -> {
      for (int i = 0; i < 1000; i++) {
        synchronized (queue) {
          while (queue.isEmpty()) {
            try {
              queue.wait();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
          sum[0] += queue.remove(0);
          queue.notifyAll();
        }
      }
    });
    consumer.start();
    for (int i = 0; i < 1000; i++) {
      synchronized (queue) {
        while (queue.size() > 3) queue.wait();
        queue.add(i);
        queue.notify();
      }
    }
    consumer.join();
    System.out.println("sum " + sum[0]);
  }

  /** Locks in a hot loop: compilers look at it. */
  private static void hot(Synchronization s) {
    long sum = 0;
    for (int i = 0; i < 300000; i++) {
      synchronized (s.lock) {
        sum += i ^ s.counter;
        if ((i & 0xffff) == 77) continue;
        s.increment();
      }
    }
    System.out.println(sum + " " + s.counter);
  }
}
