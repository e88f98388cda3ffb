package dev.dexscope.guest;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** A program that runs as dex code and, for comparison, as it is. */
public final class Guest {
  private static final List<String> LOG = new ArrayList<>();

  private Guest() {}

  /** All results, as lines. */
  public static String run() throws Throwable {
    LOG.clear();
    constructors();
    initialisation();
    exceptions();
    monitors();
    handles();
    callers();
    overflow();
    return String.join("\n", LOG);
  }

  /** Calls a method in its constructor that reads what a subclass has set before. */
  static class Outer {
    final String seen;

    Outer(Object first, long second) {
      seen = describe() + first + second;
    }

    String describe() {
      return "outer";
    }
  }

  static void constructors() {
    int captured = 42;
    long wide = 1L << 33;
    Outer inner =
        new Outer("a", wide) {
          final double own = 1.5;

          @Override
          String describe() {
            return "inner" + captured + wide + own;
          }
        };
    LOG.add(inner.seen + inner.describe());
    try {
      LOG.add("" + new Failing(0).half);
    } catch (ArithmeticException e) {
      LOG.add("constructor threw " + e.getClass());
    }
    LOG.add("" + new Failing(2).half);
  }

  static final class Failing extends Outer {
    final int half;

    Failing(int by) {
      super(4 / by, by > 1 ? 2 : 3);
      half = 10 / by;
    }
  }

  static class Parent {
    static final String NAME = log("Parent");
    static final long TIME;
    static final boolean FLAG;

    static {
      synchronized (LOG) {
        LOG.add("in Parent " + NAME);
      }
      TIME = LOG.size() * 0L + 99;
      FLAG = TIME > 3;
    }

    static void touch() {
      LOG.add("touched " + TIME + FLAG);
    }
  }

  static class Child extends Parent {
    static int value = log("Child").length();
  }

  static class Broken {
    static int value = Integer.parseInt("no number");
  }

  private static String log(String text) {
    LOG.add(text);
    return text;
  }

  static void initialisation() {
    LOG.add(Child.class.getSimpleName() + " not yet");
    LOG.add("" + Child.value);
    Parent.touch();
    for (int i = 0; i < 2; i++) {
      try {
        LOG.add("" + Broken.value);
      } catch (ExceptionInInitializerError e) {
        LOG.add("first " + Objects.requireNonNull(e.getCause()).getClass());
      } catch (NoClassDefFoundError e) {
        LOG.add("then " + e.getClass());
      }
    }
  }

  static void exceptions() {
    try {
      deeper(3);
    } catch (IllegalStateException e) {
      StackTraceElement[] trace = e.getStackTrace();
      for (int i = 0; i < 5; i++) {
        LOG.add(trace[i].getMethodName() + " in " + trace[i].getFileName());
      }
      LOG.add("lines " + (trace[0].getLineNumber() - trace[1].getLineNumber()));
    }
    StackTraceElement[] here = new Throwable().getStackTrace();
    LOG.add(here[0].getMethodName() + " " + here[1].getMethodName());
    for (StackTraceElement each : Thread.currentThread().getStackTrace()) {
      if (each.getClassName().equals(Guest.class.getName())) {
        LOG.add("at " + each.getMethodName());
      }
    }
    try {
      LOG.add(tryFinally(new int[1]));
    } finally {
      LOG.add("finally");
    }
  }

  @SuppressWarnings("InfiniteRecursion") // It ends by the exception.
  private static void deeper(int depth) {
    if (depth == 0) {
      throw new IllegalStateException("deep");
    }
    deeper(depth - 1);
  }

  private static String tryFinally(int[] array) {
    try {
      array[1] = 3;
      return "no";
    } catch (ArrayIndexOutOfBoundsException e) {
      return "caught";
    } finally {
      array[0]++;
    }
  }

  private int counter;

  private synchronized void increment() {
    counter++;
  }

  static void monitors() throws InterruptedException {
    Guest guest = new Guest();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread() {
            @Override
            public void run() {
              for (int j = 0; j < 1000; j++) {
                synchronized (guest) {
                  synchronized (LOG) {
                    guest.increment();
                    if (j == 500) {
                      continue;
                    }
                  }
                  guest.counter++;
                }
              }
            }
          };
      threads[i].start();
    }
    for (Thread each : threads) {
      each.join();
    }
    LOG.add("counted " + guest.counter);
    try {
      guest.notify();
    } catch (IllegalMonitorStateException e) {
      LOG.add("not held");
    }
    try {
      synchronized (guest) {
        throw new IllegalStateException();
      }
    } catch (IllegalStateException e) {
      LOG.add("held " + Thread.holdsLock(guest));
    }
    Thread waiting =
        new Thread() {
          @Override
          public void run() {
            synchronized (guest) {
              while (guest.counter != -1) {
                try {
                  guest.wait();
                } catch (InterruptedException e) {
                  return;
                }
              }
            }
          }
        };
    waiting.start();
    synchronized (guest) {
      guest.counter = -1;
      guest.notifyAll();
    }
    waiting.join();
    LOG.add("waited");
  }

  volatile long field = 5;

  @SuppressWarnings("UnusedMethod") // By a method handle.
  private static double add(int i, double d, byte b) {
    return i + d + b;
  }

  static void handles() throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle add =
        lookup.findStatic(
            Guest.class,
            "add",
            MethodType.methodType(double.class, int.class, double.class, byte.class));
    LOG.add("" + (double) add.invokeExact(1, 2.5, (byte) 3));
    LOG.add("" + (Object) add.invoke((short) 1, 2.5f, (byte) 3));
    VarHandle handle = lookup.findVarHandle(Guest.class, "field", long.class);
    Guest guest = new Guest();
    LOG.add(
        "" + (boolean) handle.compareAndSet(guest, 5L, 6L) + (long) handle.getAndAdd(guest, 3L));
    LOG.add("" + guest.field);
    Supplier<String> supplier = () -> "lambda " + guest.field;
    LOG.add(supplier.get());
    try {
      int wrong = (int) add.invokeExact(1);
      LOG.add("" + wrong);
    } catch (java.lang.invoke.WrongMethodTypeException e) {
      LOG.add("wrong type");
    }
  }

  static void callers() throws Exception {
    Class<?> found = Class.forName("dev.dexscope.guest.Guest$Outer");
    LOG.add("" + Guest.class.getClassLoader().equals(found.getClassLoader()));
    java.lang.reflect.Field field = Guest.class.getDeclaredField("counter");
    Guest guest = new Guest();
    guest.counter = 17;
    LOG.add("" + field.getInt(guest));
    int[][] grid = new int[3][4];
    grid[2][3] = 5;
    LOG.add(
        Arrays.deepToString(grid) + Arrays.toString(new String[] {"a", "b", "c", "d", "e", "f"}));
    LOG.add("" + grid[1].clone().length + grid.clone().length);
    StringBuilder text = new StringBuilder();
    for (String each : List.of("x", "yy", "zzz")) {
      switch (each) {
        case "x" -> text.append(1);
        case "zzz" -> text.append(3);
        default -> text.append(each);
      }
    }
    LOG.add(text.toString());
  }

  private static int depth;

  @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
  private static void recurse() {
    depth++;
    recurse();
  }

  static void overflow() {
    try {
      recurse();
    } catch (StackOverflowError e) {
      LOG.add("overflow " + (depth > 100));
    }
  }
}
