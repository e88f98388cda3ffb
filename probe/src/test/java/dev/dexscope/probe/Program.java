package dev.dexscope.probe;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A program as after injection, with a counter of its own: it prints how often each method was
 * called. Run by {@link ProgramTest} in a VM of its own, and on Android's.
 */
public final class Program {
  private static final int MAIN = 0;
  private static final int FIB = 1;
  private static final int MAY_THROW = 2;
  private static final int LEAVE = 3;
  private static final int WORK = 4;
  private static final AtomicIntegerArray CALLS = new AtomicIntegerArray(5);

  private Program() {}

  /**
   * Without an argument the program ends by itself, when its last thread has ended. With {@code
   * fail} it ends by an uncaught exception, with {@code exit} by an exit, with {@code wait} it
   * first waits for the end of its input.
   */
  public static void main(String[] args) throws InterruptedException, IOException {
    begin(MAIN);
    Thread[] workers = new Thread[3];
    for (int i = 0; i < workers.length; i++) {
      workers[i] =
          new Thread("worker " + i) {
            @Override
            public void run() {
              work();
            }
          };
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    work();
    String what = args.length > 0 ? args[0] : "";
    if (what.isEmpty()) {
      new Thread("last") {
        @Override
        public void run() {
          work();
          print();
        }
      }.start();
      Profiler.exit();
      return;
    }
    print();
    if (what.equals("fail")) {
      throw new IllegalStateException("as was asked for");
    }
    if (what.equals("wait")) {
      System.out.println("ready");
      while (System.in.read() >= 0) {}
    }
    Profiler.exit();
    System.exit(0);
  }

  private static void print() {
    for (int i = 0; i < CALLS.length(); i++) {
      System.out.println("calls " + i + " " + CALLS.get(i));
    }
  }

  private static int begin(int id) {
    CALLS.incrementAndGet(id);
    return Profiler.enter(id);
  }

  private static void work() {
    int depth = begin(WORK);
    for (int i = 0; i < 20; i++) {
      fib(10);
      try {
        mayThrow(i);
      } catch (IllegalArgumentException e) {
        // Not all of the methods that were left had a catch-all: the handler reports its depth.
        Profiler.unwindTo(depth);
      }
    }
    Profiler.exit();
  }

  private static int fib(int n) {
    begin(FIB);
    int result = n < 2 ? n : fib(n - 1) + fib(n - 2);
    Profiler.exit();
    return result;
  }

  private static void mayThrow(int i) {
    int depth = begin(MAY_THROW);
    try {
      leave(i);
    } catch (IllegalArgumentException e) {
      Profiler.unwind(depth);
      throw e;
    }
    Profiler.exit(depth);
  }

  private static void leave(int i) {
    begin(LEAVE);
    if (i % 3 == 0) {
      throw new IllegalArgumentException("left without an exit");
    }
    Profiler.exit();
  }
}
