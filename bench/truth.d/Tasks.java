package truth;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Tasks, whose exceptions others keep, and threads that die. */
final class Tasks {
  private Tasks() {}

  static final class Futures implements Callable<Object> {
    private final int number;

    Futures(int number) {
      this.number = number;
      Work.some(1);
    }

    @Override
    public Object call() throws Exception {
      Work.some(1);
      if (number > 1) {
        throw new Exception();
      }
      return "";
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static final class Noisy extends FutureTask<Object> {
      Noisy(Callable<Object> task) {
        super(task);
        Work.some(1);
      }

      @Override
      protected void done() {
        Work.some(1);
        after();
      }

      @Override
      protected void setException(Throwable e) {
        super.setException(e);
        Work.some(1);
      }
    }

    static void go() throws Exception {
      for (int i = 0; i < 4; i++) {
        FutureTask<Object> task =
            i % 2 == 0 ? new FutureTask<>(new Futures(i)) : new Noisy(new Futures(i));
        task.run();
        after();
        try {
          task.get();
        } catch (ExecutionException e) {
          after();
        }
      }
    }
  }

  static final class Completes {
    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static int twice(int i) {
      Work.some(i);
      if (i == 2) {
        throw new IllegalArgumentException();
      }
      return 2 * i;
    }

    static void go() {
      for (int i = 0; i < 4; i++) {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = first.thenApply(Completes::twice);
        CompletableFuture<Integer> third =
            second.handle((value, e) -> e == null ? twice(value) : twice(2));
        CompletableFuture<Integer> fourth = third.exceptionally(e -> twice(3));
        CompletableFuture<Void> fifth = fourth.thenAccept(value -> Work.some(twice(value)));
        first.complete(i);
        after();
        if (!fifth.isDone()) {
          throw new AssertionError();
        }
      }
    }
  }

  static final class Forks extends RecursiveTask<Object> {
    private final int size;

    Forks(int size) {
      this.size = size;
      Work.some(1);
    }

    @Override
    protected Object compute() {
      Work.some(1);
      if (size < 2) {
        throw new IllegalStateException();
      }
      Forks left = new Forks(size / 2);
      left.quietlyInvoke();
      after();
      Forks right = new Forks(size - size / 2);
      right.quietlyInvoke();
      after();
      return left.isCompletedAbnormally() ? 1 : 2;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      ForkJoinPool pool = new ForkJoinPool(2);
      Forks task = new Forks(16);
      pool.execute(task);
      task.quietlyJoin();
      pool.shutdown();
      after();
      new Forks(9).quietlyInvoke();
      after();
    }
  }

  static final class Timers extends TimerTask {
    static final CountDownLatch ENDED = new CountDownLatch(2);

    @Override
    public void run() {
      Work.some(1);
      ENDED.countDown();
      if (ENDED.getCount() == 0) {
        throw new ThreadDeath();
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws InterruptedException {
      Timer timer = new Timer(true);
      timer.schedule(new Timers(), 1);
      timer.schedule(new Timers(), 2);
      ENDED.await();
      after();
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      pool.schedule((Runnable) Timers::failing, 1, TimeUnit.MILLISECONDS);
      pool.schedule((Runnable) Timers::after, 2, TimeUnit.MILLISECONDS);
      pool.shutdown();
      pool.awaitTermination(10, TimeUnit.SECONDS);
      after();
    }

    private static void failing() {
      after();
      throw new IllegalStateException();
    }
  }

  /** Ends of threads: by an exception, by one like {@code Thread.stop}'s, by an interrupt. */
  static final class Dies extends Thread implements Thread.UncaughtExceptionHandler {
    private final int kind;

    Dies(int kind) {
      this.kind = kind;
      setUncaughtExceptionHandler(this);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable e) {
      Work.some(1);
      after();
      if (kind == 1) {
        throw new IllegalStateException();
      }
    }

    @Override
    public void run() {
      Work.some(1);
      try {
        inner();
      } finally {
        after();
      }
    }

    private void inner() {
      Work.some(1);
      if (kind == 0) {
        throw new ThreadDeath();
      } else if (kind == 1) {
        throw new IllegalStateException();
      } else if (kind == 2) {
        interrupt();
        try {
          Thread.sleep(1000);
        } catch (InterruptedException e) {
          after();
          Dies.<RuntimeException>sneak(e);
        }
      }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable e) throws T {
      Work.some(1);
      throw (T) e;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws InterruptedException {
      for (int i = 0; i < 4; i++) {
        Thread thread = new Dies(i);
        thread.start();
        thread.join();
        after();
      }
    }
  }

  /** A handler that is called by the program itself, for an exception that it caught. */
  static final class Handles implements Runnable {
    @Override
    public void run() {
      Work.some(1);
      throw new IllegalStateException();
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Thread.UncaughtExceptionHandler handler =
          (thread, e) -> {
            after();
            throw new IllegalArgumentException();
          };
      for (int i = 0; i < 3; i++) {
        try {
          new Handles().run();
        } catch (IllegalStateException e) {
          try {
            handler.uncaughtException(Thread.currentThread(), e);
          } catch (IllegalArgumentException f) {
            after();
          }
        }
        after();
      }
    }
  }

  /** A pool with a worker whose tasks and hooks fail. */
  static final class Pools extends ThreadPoolExecutor {
    Pools() {
      super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      Work.some(1);
      after();
    }

    @Override
    protected void afterExecute(Runnable task, Throwable e) {
      Work.some(1);
      after();
    }

    private static void task(int i) {
      Work.some(i);
      if (i % 2 == 0) {
        throw new IllegalStateException();
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws InterruptedException {
      ThreadPoolExecutor pool = new Pools();
      for (int i = 0; i < 8; i++) {
        int number = i;
        pool.submit(() -> task(number));
      }
      pool.shutdown();
      pool.awaitTermination(10, TimeUnit.SECONDS);
      after();
    }
  }

  static final class Parallel {
    static IntConsumer consumer() {
      Work.some(1);
      return i -> piece(i);
    }

    /** Its exceptions are caught by workers; every piece is done, as none leaves early. */
    static void piece(int i) {
      Work.some(1);
      try {
        half(i);
      } catch (IllegalStateException e) {
        after();
      }
      after();
    }

    private static void half(int i) {
      Work.some(1);
      if (i % 3 == 0) {
        throw new IllegalStateException();
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }
  }

  /** What a compiler makes of suspending functions: states, continuations, failures in results. */
  static final class Coroutines {
    interface Continuation {
      void resumeWith(Object result);
    }

    static final Object SUSPENDED = new Object();

    abstract static class Base implements Continuation {
      final Continuation completion;

      Base(Continuation completion) {
        this.completion = completion;
        Work.some(1);
      }

      abstract Object invokeSuspend(Object result) throws Exception;

      @Override
      public final void resumeWith(Object result) {
        Object now = result;
        Base current = this;
        while (true) {
          Object outcome;
          try {
            outcome = current.invokeSuspend(now);
            if (outcome == SUSPENDED) {
              return;
            }
          } catch (Exception e) {
            outcome = e;
          }
          Continuation next = current.completion;
          if (next instanceof Base) {
            current = (Base) next;
            now = outcome;
          } else {
            next.resumeWith(outcome);
            return;
          }
        }
      }
    }

    static final class Child extends Base {
      private int state;

      Child(Continuation completion) {
        super(completion);
        Work.some(1);
      }

      @Override
      Object invokeSuspend(Object result) throws Exception {
        Work.some(1);
        switch (state++) {
          case 0:
            return suspend(this);
          case 1:
            check(result);
            return suspend(this);
          default:
            throw new Exception("child");
        }
      }
    }

    static final class Parent extends Base {
      private int state;

      Parent(Continuation completion) {
        super(completion);
        Work.some(1);
      }

      @Override
      Object invokeSuspend(Object result) throws Exception {
        after();
        switch (state++) {
          case 0:
            new Child(this).resumeWith(null);
            return SUSPENDED;
          case 1:
            try {
              check(result);
            } catch (Exception e) {
              after();
              new Child(this).resumeWith(null);
              return SUSPENDED;
            }
            return null;
          default:
            check(result);
            return null;
        }
      }
    }

    private static Base pending;

    static Object suspend(Base base) {
      Work.some(1);
      pending = base;
      return SUSPENDED;
    }

    static void check(Object result) throws Exception {
      Work.some(1);
      if (result instanceof Exception) {
        throw (Exception) result;
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Object[] end = new Object[1];
      new Parent(
              result -> {
                after();
                end[0] = result;
              })
          .resumeWith(null);
      while (end[0] == null) {
        Base next = pending;
        next.resumeWith("");
        after();
      }
    }
  }
}
