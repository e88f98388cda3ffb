import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Waits in each way that Java has, and prints for how long by its own clock: a method's name, a
 * tab, nanoseconds. What it waits for comes from another thread, which sleeps before.
 */
public final class Waits {
  private static final int TIMES = 4;
  private static final long MILLIS = 60;

  private interface Way {
    void run() throws Exception;
  }

  private static void later(Way way) {
    Thread thread =
        new Thread(() -> {
          try {
            Thread.sleep(MILLIS);
            way.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    thread.setDaemon(true);
    thread.start();
  }

  private static void timed(String name, Way way) throws Exception {
    way.run();
    System.out.println(name + "\t" + elapsed);
  }

  /** Of the last way, without what prepares it. */
  private static long elapsed;

  private static long begun;

  private static void begins() {
    begun = System.nanoTime();
  }

  private static void ends() {
    elapsed += System.nanoTime() - begun;
  }

  static void sleep() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      begins();
      Thread.sleep(MILLIS);
      ends();
    }
  }

  static void join() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      Thread thread =
          new Thread(() -> {
            LockSupport.parkNanos(MILLIS * 1_000_000);
          });
      thread.start();
      begins();
      thread.join();
      ends();
    }
  }

  static void objectWait() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      Object lock = new Object();
      synchronized (lock) {
        later(() -> {
          synchronized (lock) {
            lock.notifyAll();
          }
        });
        begins();
        lock.wait();
        ends();
      }
    }
  }

  static void monitor() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      Object lock = new Object();
      var held = new CountDownLatch(1);
      Thread thread =
          new Thread(() -> {
            synchronized (lock) {
              held.countDown();
              LockSupport.parkNanos(MILLIS * 1_000_000);
            }
          });
      thread.start();
      while (held.getCount() > 0) {
        Thread.onSpinWait();
      }
      begins();
      synchronized (lock) {
        ends();
      }
    }
  }

  static void reentrantLock() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var lock = new ReentrantLock();
      var held = new CountDownLatch(1);
      new Thread(() -> {
            lock.lock();
            held.countDown();
            LockSupport.parkNanos(MILLIS * 1_000_000);
            lock.unlock();
          })
          .start();
      while (held.getCount() > 0) {
        Thread.onSpinWait();
      }
      begins();
      lock.lock();
      ends();
    }
  }

  static void readLock() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var lock = new ReentrantReadWriteLock();
      var held = new CountDownLatch(1);
      new Thread(() -> {
            lock.writeLock().lock();
            held.countDown();
            LockSupport.parkNanos(MILLIS * 1_000_000);
            lock.writeLock().unlock();
          })
          .start();
      while (held.getCount() > 0) {
        Thread.onSpinWait();
      }
      begins();
      lock.readLock().lock();
      ends();
    }
  }

  static void condition() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var lock = new ReentrantLock();
      var ready = lock.newCondition();
      lock.lock();
      later(() -> {
        lock.lock();
        ready.signal();
        lock.unlock();
      });
      begins();
      ready.await();
      ends();
    }
  }

  static void semaphore() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var permits = new Semaphore(0);
      later(permits::release);
      begins();
      permits.acquire();
      ends();
    }
  }

  static void latch() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var latch = new CountDownLatch(1);
      later(latch::countDown);
      begins();
      latch.await();
      ends();
    }
  }

  static void barrier() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var barrier = new CyclicBarrier(2);
      later(barrier::await);
      begins();
      barrier.await();
      ends();
    }
  }

  static void exchanger() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var exchanger = new Exchanger<String>();
      later(() -> exchanger.exchange("one"));
      begins();
      exchanger.exchange("other");
      ends();
    }
  }

  static void queue() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var queue = new ArrayBlockingQueue<String>(1);
      later(() -> queue.put("one"));
      begins();
      queue.take();
      ends();
    }
  }

  static void future() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var task = new FutureTask<>(() -> "done");
      later(task::run);
      begins();
      task.get();
      ends();
    }
  }

  static void completable() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      var future = new CompletableFuture<String>();
      later(() -> future.complete("done"));
      begins();
      future.join();
      ends();
    }
  }

  static void park() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      begins();
      LockSupport.parkNanos(MILLIS * 1_000_000);
      ends();
    }
  }

  static void socket() throws Exception {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var one = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept()) {
      for (int i = 0; i < TIMES; i++) {
        later(() -> other.getOutputStream().write(1));
        begins();
        one.getInputStream().read();
        ends();
      }
    }
  }

  static void accept() throws Exception {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < TIMES; i++) {
        later(() -> new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()).close());
        begins();
        server.accept().close();
        ends();
      }
    }
  }

  static void select() throws Exception {
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < TIMES; i++) {
        later(selector::wakeup);
        begins();
        selector.select();
        ends();
      }
    }
  }

  static void pipe() throws Exception {
    Pipe pipe = Pipe.open();
    for (int i = 0; i < TIMES; i++) {
      later(() -> pipe.sink().write(ByteBuffer.allocate(1)));
      begins();
      pipe.source().read(ByteBuffer.allocate(1));
      ends();
    }
  }

  static void process() throws IOException, InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      Process process = new ProcessBuilder("sleep", "0.06").start();
      begins();
      process.waitFor();
      ends();
    }
  }

  public static void main(String[] args) throws Exception {
    Way[] ways = {
      Waits::sleep, Waits::join, Waits::objectWait, Waits::monitor, Waits::reentrantLock,
      Waits::readLock, Waits::condition, Waits::semaphore, Waits::latch, Waits::barrier,
      Waits::exchanger, Waits::queue, Waits::future, Waits::completable, Waits::park,
      Waits::socket, Waits::accept, Waits::select, Waits::pipe, Waits::process
    };
    String[] names = {
      "sleep", "join", "objectWait", "monitor", "reentrantLock", "readLock", "condition",
      "semaphore", "latch", "barrier", "exchanger", "queue", "future", "completable", "park",
      "socket", "accept", "select", "pipe", "process"
    };
    for (int i = 0; i < ways.length; i++) {
      elapsed = 0;
      timed(names[i], ways[i]);
    }
  }
}
