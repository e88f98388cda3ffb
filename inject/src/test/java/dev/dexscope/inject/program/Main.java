package dev.dexscope.inject.program;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program with all that the language has, which counts its calls itself. {@code
 * InjectedProgramTest} runs it on Android's runtime before and after it was instrumented.
 */
public final class Main {
  private static final String P = "dev.dexscope.inject.program.Main.";
  private static final StringBuilder OUT = new StringBuilder();
  private static int total;

  static {
    Counter.call(P + "<clinit>()V");
    total = 1;
  }

  private Main() {}

  /** Everything, then the counts. */
  public static void main(String[] args) throws Exception {
    Counter.call(P + "main([Ljava/lang/String;)V");
    say("fib " + fib(12));
    say("tries " + nestedTries(0) + nestedTries(1) + nestedTries(2) + nestedTries(3));
    say("finally " + finallyReturns(true) + " " + finallyReturns(false));
    say("locks " + locks(new Object(), new Object(), 3));
    lockThatThrows();
    say("sync " + new Guarded().run());
    constructors();
    say("switch " + packed(2) + packed(9) + sparse(-100000) + sparse(7) + text("two"));
    say("wide " + wide(1L, 2.5, 3, 4.5f, (byte) 5, 'c', (short) 7, true));
    say("registers " + manyRegisters(3));
    say("lambda " + lambdas());
    say("loop " + loopToStart(5));
    say("array " + arrays());
    threads();
    swallowed();
    reflected();
    dies();
    deep();
    anonymous().run();
    say("generic " + new Box<String>("x").map(each -> each + "y").get());
    say("inherited " + new Child().greet() + new Child().twice(4));
    say("enum " + Colour.valueOf("RED").next());
    say("casts " + casts("s") + casts(4));
    say("end " + total);
    System.out.print(OUT);
    Counter.print();
    // Android's runtime does not end when main has returned.
    System.exit(0);
  }

  private static void say(String text) {
    Counter.call(P + "say(Ljava/lang/String;)V");
    OUT.append(text).append('\n');
  }

  private static int fib(int n) {
    Counter.call(P + "fib(I)I");
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  private static String nestedTries(int how) {
    Counter.call(P + "nestedTries(I)Ljava/lang/String;");
    StringBuilder text = new StringBuilder();
    try {
      try {
        fail(how);
        text.append("ok,");
      } catch (IllegalStateException e) {
        text.append("state,");
        try {
          fail(1);
        } catch (IllegalArgumentException inner) {
          text.append("inner,");
        } finally {
          text.append("f1,");
        }
      } finally {
        text.append("f2,");
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      text.append(e.getClass().getSimpleName()).append(',');
    }
    return text.toString();
  }

  private static void fail(int how) {
    Counter.call(P + "fail(I)V");
    switch (how) {
      case 1 -> throw new IllegalArgumentException("one");
      case 2 -> throw new IllegalStateException("two");
      case 3 -> total += 1 / (how - 3);
      default -> total++;
    }
  }

  @SuppressWarnings("finally")
  private static int finallyReturns(boolean fails) {
    Counter.call(P + "finallyReturns(Z)I");
    try {
      if (fails) {
        fail(2);
      }
      return 1;
    } catch (IllegalStateException e) {
      fail(1);
      return 2;
    } finally {
      return 3;
    }
  }

  private static int locks(Object a, Object b, int n) {
    Counter.call(P + "locks(Ljava/lang/Object;Ljava/lang/Object;I)I");
    int sum = 0;
    for (int i = 0; i < n; i++) {
      synchronized (a) {
        sum += fib(3);
        synchronized (b) {
          if (i == 2) {
            return sum;
          }
          sum += fib(2);
        }
        try {
          fail(i);
        } catch (IllegalArgumentException e) {
          sum += 100;
        }
      }
    }
    return sum;
  }

  @SuppressWarnings("NullAway") // That null has no lock is what is to be seen.
  private static void lockThatThrows() {
    Counter.call(P + "lockThatThrows()V");
    Object lock = new Object();
    try {
      synchronized (lock) {
        fail(1);
      }
    } catch (IllegalArgumentException e) {
      say("lock free " + !Thread.holdsLock(lock));
    }
    try {
      synchronized (nothing()) {
        say("never");
      }
    } catch (NullPointerException e) {
      say("no lock");
    }
  }

  private static @Nullable Object nothing() {
    Counter.call(P + "nothing()Ljava/lang/Object;");
    return total < 0 ? "" : null;
  }

  /** Synchronized methods, of the class and of the object. */
  static final class Guarded {
    private static final String G = "dev.dexscope.inject.program.Main$Guarded.";
    private int count;

    Guarded() {
      Counter.call(G + "<init>()V");
    }

    synchronized int run() {
      Counter.call(G + "run()I");
      for (int i = 0; i < 3; i++) {
        try {
          step(i);
        } catch (IllegalArgumentException e) {
          count += 10;
        }
      }
      return count + shared();
    }

    private synchronized void step(int i) {
      Counter.call(G + "step(I)V");
      count++;
      fail(i == 2 ? 1 : 0);
    }

    static synchronized int shared() {
      Counter.call(G + "shared()I");
      return 7;
    }
  }

  /** Its constructor may throw before, in and after that of its superclass. */
  static class Base {
    private static final String B = "dev.dexscope.inject.program.Main$Base.";
    final int value;

    Base(int value) {
      Counter.call(B + "<init>(I)V");
      if (value == 2) {
        throw new IllegalStateException("in super");
      }
      this.value = value;
    }
  }

  static final class Derived extends Base {
    private static final String D = "dev.dexscope.inject.program.Main$Derived.";

    Derived(int value) {
      super(Counter.call(D + "<init>(I)V") + before(value));
      if (value == 3) {
        throw new ArithmeticException("after super");
      }
    }

    Derived() {
      this(Counter.call(D + "<init>()V") + 5);
    }

    private static int before(int value) {
      Counter.call(D + "before(I)I");
      if (value == 1) {
        throw new IllegalArgumentException("before super");
      }
      return value;
    }
  }

  private static void constructors() {
    Counter.call(P + "constructors()V");
    for (int i = 0; i < 5; i++) {
      try {
        say("made " + new Derived(i).value);
      } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
        say("not made " + e.getMessage());
      }
    }
    say("made " + new Derived().value);
  }

  private static int packed(int key) {
    Counter.call(P + "packed(I)I");
    return switch (key) {
      case 0 -> 10;
      case 1, 2 -> fib(4);
      case 3 -> 13;
      case 4 -> 14;
      default -> -1;
    };
  }

  private static int sparse(int key) {
    Counter.call(P + "sparse(I)I");
    return switch (key) {
      case -100000 -> 1;
      case 7 -> fib(5);
      case 123456789 -> 3;
      default -> 4;
    };
  }

  private static int text(String key) {
    Counter.call(P + "text(Ljava/lang/String;)I");
    return switch (key) {
      case "one" -> 1;
      case "two" -> 2;
      default -> 0;
    };
  }

  private static double wide(long a, double b, int c, float d, byte e, char f, short g, boolean h) {
    Counter.call(P + "wide(JDIFBCSZ)D");
    long mixed = a * 31 + c;
    try {
      if (h) {
        mixed += Long.parseLong("12");
        mixed += Long.parseLong("x");
      }
    } catch (NumberFormatException ex) {
      mixed ^= f;
    }
    return mixed + b * d + e + g;
  }

  private static long manyRegisters(int n) {
    Counter.call(P + "manyRegisters(I)J");
    long a = n, b = a + 1, c = b + a, d = c * b, e = d - a, f = e + c, g = f ^ d, h = g + b;
    double i = h, j = i * 2, k = j - i, l = k / 3, m = l + j;
    Object o = "o", p = "p", q = "q";
    try {
      a += fib((int) (b % 5));
      o = p.toString() + q;
      if (m > 1e9) {
        fail(1);
      }
    } catch (IllegalArgumentException x) {
      q = x;
    }
    int hash = o.hashCode() + p.hashCode() + q.hashCode();
    return a + b + c + d + e + f + g + h + (long) (i + j + k + l + m) + hash;
  }

  private static String lambdas() {
    Counter.call(P + "lambdas()Ljava/lang/String;");
    int captured = total > 0 ? 3 : 0;
    IntUnaryOperator add = x -> x + captured;
    Supplier<List<String>> make = ArrayList::new;
    List<String> list = make.get();
    for (int i = 0; i < 3; i++) {
      list.add("v" + add.applyAsInt(i));
    }
    Callable<Integer> fails = () -> 1 / (captured - 3);
    try {
      fails.call();
    } catch (Exception e) {
      list.add(e.getClass().getSimpleName());
    }
    return list.toString();
  }

  /** D8 may begin the loop at address 0. */
  private static int loopToStart(int n) {
    while (true) {
      if (n <= 0) {
        Counter.call(P + "loopToStart(I)I");
        return n;
      }
      n -= 2;
    }
  }

  private static String arrays() {
    Counter.call(P + "arrays()Ljava/lang/String;");
    int[] filled = {1, 2, 3, 4, 5, 6};
    long[] longs = {1L << 40, -1};
    String[][] nested = new String[2][3];
    try {
      filled[filled.length] = 1;
    } catch (ArrayIndexOutOfBoundsException e) {
      nested[1][2] = "out";
    }
    return Arrays.toString(filled) + Arrays.toString(longs) + Arrays.deepToString(nested);
  }

  private static void threads() throws InterruptedException {
    Counter.call(P + "threads()V");
    List<Thread> threads = new ArrayList<>();
    int[] sums = new int[4];
    for (int i = 0; i < sums.length; i++) {
      int number = i;
      threads.add(new Thread(() -> work(number, sums), "worker-" + i));
    }
    for (Thread each : threads) {
      each.start();
    }
    for (Thread each : threads) {
      each.join();
    }
    say("threads " + Arrays.toString(sums));
  }

  private static void work(int number, int[] sums) {
    Counter.call(P + "work(I[I)V");
    for (int i = 0; i < 20; i++) {
      try {
        sums[number] += fib(number + 2);
        synchronized (sums) {
          fail(i % 3 == 0 ? 1 : 4);
        }
      } catch (IllegalArgumentException e) {
        sums[number]++;
      }
    }
  }

  /** Exceptions thrown here are caught by code that is not instrumented, and other calls follow. */
  private static void swallowed() throws Exception {
    Counter.call(P + "swallowed()V");
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < 4; i++) {
        int how = i;
        Future<?> task = one.submit(() -> inTask(how));
        try {
          task.get();
        } catch (ExecutionException e) {
          say("task " + e.getCause());
        }
      }
      CompletableFuture<Integer> start = new CompletableFuture<>();
      CompletableFuture<Integer> future =
          start
              .thenApply(Main::inTask)
              .exceptionally(_ -> inTask(0))
              .thenApply(each -> each + inTask(0));
      one.submit(() -> start.complete(1)).get();
      say("future " + future.get());
    } finally {
      one.shutdown();
    }
    for (int i = 0; i < 4; i++) {
      int how = i;
      say("swallowed " + Counter.swallow(() -> inTask(how)) + " " + fib(2));
    }
    List<Integer> numbers = new ArrayList<>(List.of(3, 1, 2));
    try {
      numbers.sort((a, b) -> compared(a, b));
      say("sorted " + numbers);
    } catch (IllegalArgumentException e) {
      say("not sorted " + fib(2));
    }
  }

  private static int compared(int a, int b) {
    Counter.call(P + "compared(II)I");
    fail(a == 2 || b == 2 ? 1 : 0);
    return a - b;
  }

  private static int inTask(int how) {
    Counter.call(P + "inTask(I)I");
    fail(how);
    return fib(how + 2);
  }

  private static void reflected() throws Exception {
    Counter.call(P + "reflected()V");
    Method method = Main.class.getDeclaredMethod("fail", int.class);
    for (int i = 0; i < 3; i++) {
      try {
        method.invoke(null, i);
      } catch (InvocationTargetException e) {
        say("reflected " + e.getCause() + fib(2));
      }
    }
  }

  /** A thread ends by what it throws. */
  private static void dies() throws InterruptedException {
    Counter.call(P + "dies()V");
    Thread thread = new Thread(() -> inTask(2), "dying");
    thread.setUncaughtExceptionHandler(
        (_, e) -> say("died of " + e.getClass().getSimpleName() + fib(3)));
    thread.start();
    thread.join();
  }

  private static void deep() {
    Counter.call(P + "deep()V");
    try {
      say("deep " + descend(200));
      descend(-50);
    } catch (IllegalStateException e) {
      say("deep " + e.getMessage());
    }
  }

  private static int descend(int n) {
    Counter.call(P + "descend(I)I");
    if (n == 0) {
      return 0;
    }
    if (n == -1) {
      throw new IllegalStateException("bottom");
    }
    return 1 + descend(n > 0 ? n - 1 : n + 1);
  }

  private static Runnable anonymous() {
    Counter.call(P + "anonymous()Ljava/lang/Runnable;");
    return new Runnable() {
      @Override
      public void run() {
        Counter.call("dev.dexscope.inject.program.Main$1.run()V");
        say("anonymous " + getClass().getName());
      }
    };
  }

  private static String casts(Object o) {
    Counter.call(P + "casts(Ljava/lang/Object;)Ljava/lang/String;");
    try {
      return (String) o;
    } catch (ClassCastException e) {
      return "no string";
    }
  }

  /** Generic, with a bridge. */
  static final class Box<T> implements Supplier<T> {
    private static final String X = "dev.dexscope.inject.program.Main$Box.";
    private final T value;

    Box(T value) {
      Counter.call(X + "<init>(Ljava/lang/Object;)V");
      this.value = value;
    }

    @Override
    public T get() {
      Counter.call(X + "get()Ljava/lang/Object;");
      return value;
    }

    <R> Box<R> map(java.util.function.Function<T, R> function) {
      Counter.call(X + "map(Ljava/util/function/Function;)Ldev/dexscope/inject/program/Main$Box;");
      return new Box<>(function.apply(value));
    }
  }

  /** With a default method. */
  interface Greeter {
    default String greet() {
      Counter.call("dev.dexscope.inject.program.Main$Greeter.greet()Ljava/lang/String;");
      return "hello " + name();
    }

    String name();
  }

  static class Parent {
    int twice(int x) {
      Counter.call("dev.dexscope.inject.program.Main$Parent.twice(I)I");
      return 2 * x;
    }
  }

  static final class Child extends Parent implements Greeter {
    @Override
    public String name() {
      Counter.call("dev.dexscope.inject.program.Main$Child.name()Ljava/lang/String;");
      return "child";
    }

    @Override
    int twice(int x) {
      Counter.call("dev.dexscope.inject.program.Main$Child.twice(I)I");
      return super.twice(x) + 1;
    }
  }

  enum Colour {
    RED,
    GREEN {
      @Override
      Colour next() {
        Counter.call(
            "dev.dexscope.inject.program.Main$Colour$1.next()"
                + "Ldev/dexscope/inject/program/Main$Colour;");
        return RED;
      }
    };

    Colour next() {
      Counter.call(
          "dev.dexscope.inject.program.Main$Colour.next()"
              + "Ldev/dexscope/inject/program/Main$Colour;");
      return GREEN;
    }
  }
}
