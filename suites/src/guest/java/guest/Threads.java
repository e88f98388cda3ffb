package guest;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Threads, thread-locals, interrupts, uncaught exceptions, and java.util.concurrent. */
public class Threads {
  static volatile boolean ready;
  static volatile long wide;
  static final ThreadLocal<Integer> LOCAL = new ThreadLocal<Integer>() { @Override protected Integer initialValue() { return 5; } };
  static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  public static void main(String[] args) throws Exception {
    Thread thread = new Thread(() -> {
      LOCAL.set(LOCAL.get() + 1);
      System.out.println(Thread.currentThread().getName() + LOCAL.get() + INHERITED.get() + Thread.currentThread().isDaemon());
    }, "named");
    INHERITED.set("late");
    System.out.println(thread.getState() + " " + thread.isAlive());
    thread.start();
    thread.join();
    System.out.println(thread.getState() + " " + LOCAL.get() + thread.isAlive());
    Thread inheriting = new Thread(() -> System.out.println(INHERITED.get()));
    inheriting.start();
    inheriting.join();
    try {
      thread.start();
    } catch (IllegalThreadStateException e) {
      System.out.println("started before");
    }
    Thread failing = new Thread(() -> { throw new IllegalStateException("in thread"); }, "failing");
    failing.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e.getMessage()));
    failing.start();
    failing.join();
    CountDownLatch sleeping = new CountDownLatch(1);
    Thread sleeper = new Thread(() -> {
      sleeping.countDown();
      try {
        Thread.sleep(100000);
      } catch (InterruptedException e) {
        System.out.println("woken " + Thread.currentThread().isInterrupted());
      }
    });
    sleeper.start();
    sleeping.await();
    sleeper.interrupt();
    sleeper.join();
    Thread spinning = new Thread(() -> { while (!ready) wide++; });
    spinning.start();
    ready = true;
    spinning.join(10000);
    System.out.println(spinning.isAlive());
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int n = i;
      futures.add(pool.submit(() -> { if (n == 13) throw new Exception("thirteen"); return n * n; }));
    }
    int sum = 0;
    for (Future<Integer> future : futures) {
      try {
        sum += future.get();
      } catch (ExecutionException e) {
        System.out.println(e.getCause().getMessage());
      }
    }
    pool.shutdown();
    System.out.println(sum + " " + pool.awaitTermination(10, TimeUnit.SECONDS));
    AtomicInteger atomic = new AtomicInteger();
    AtomicLong atomicLong = new AtomicLong();
    AtomicReference<String> reference = new AtomicReference<>("a");
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    int[] plain = new int[1];
    Thread[] all = new Thread[4];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Thread(() -> {
        for (int j = 0; j < 5000; j++) {
          atomic.incrementAndGet();
          atomicLong.addAndGet(j);
          map.merge(j % 10, 1, Integer::sum);
          lock.lock();
          try {
            plain[0]++;
            if (plain[0] == 20000) condition.signalAll();
          } finally {
            lock.unlock();
          }
        }
      });
      all[i].start();
    }
    lock.lock();
    try {
      while (plain[0] < 20000) condition.await(10, TimeUnit.SECONDS);
    } finally {
      lock.unlock();
    }
    for (Thread t : all) t.join();
    System.out.println(atomic + " " + atomicLong + " " + new TreeMap<>(map) + plain[0] + reference.compareAndSet("a", "b") + reference);
    System.out.println(CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(2), (x, y) -> x * y).get());
    ForkJoinPool forkJoin = new ForkJoinPool(2);
    System.out.println(forkJoin.invoke(new Sum(0, 10000)));
    forkJoin.shutdown();
    ThreadGroup group = new ThreadGroup("group");
    Thread grouped = new Thread(group, () -> System.out.println(Thread.currentThread().getThreadGroup().getName()));
    grouped.setDaemon(true);
    grouped.setPriority(Thread.MAX_PRIORITY);
    grouped.start();
    grouped.join();
    System.out.println(Thread.currentThread().getName() + grouped.getPriority());
    SynchronousQueue<String> queue = new SynchronousQueue<>();
    new Thread(() -> { try { queue.put("handed"); } catch (InterruptedException e) { throw new AssertionError(e); } }).start();
    System.out.println(queue.take());
  }

  static class Sum extends RecursiveTask<Long> {
    final int from, to;
    Sum(int from, int to) { this.from = from; this.to = to; }
    @Override protected Long compute() {
      if (to - from < 100) {
        long sum = 0;
        for (int i = from; i < to; i++) sum += i;
        return sum;
      }
      int middle = (from + to) >>> 1;
      Sum left = new Sum(from, middle);
      left.fork();
      return new Sum(middle, to).compute() + left.join();
    }
  }
}
