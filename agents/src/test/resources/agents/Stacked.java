import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Calls native code, which looks at the stack, from stacks of many kinds. */
public final class Stacked implements Comparable<Stacked> {
  static final String FIRST = first();

  private final String where;

  Stacked(String where) {
    this.where = where;
    look(where + " made");
  }

  static native void look(String where);

  /** Looks at a thread that waits. */
  static native void lookAt(Thread thread);

  /** Has calls told, for which the code of methods changes. */
  static native void tellOfCalls();

  private static String first() {
    look("in the class initialiser");
    return "first";
  }

  @Override
  public int compareTo(Stacked other) {
    look("compared by the platform");
    return where.compareTo(other.where);
  }

  public static void reflected(int number) {
    int more = number + 1;
    look("reflected " + more);
  }

  private static long deep(int depth, long a, double b, String where) {
    if (depth == 0) {
      look(where);
      return a;
    }
    // Arguments are loaded before the call, so that it is not where the line begins.
    return deep(
            depth - 1, a * 31 + depth, b / (depth + 1), String.valueOf(where).concat("")) + 1;
  }

  private static void all() throws Exception {
    look("from main");
    look("from main again");
    for (int depth : new int[] {1, 2, 3, 6, 30, 120, 126, 127, 128, 129, 300}) {
      deep(depth, 1, 2, "deep " + depth);
    }
    Arrays.sort(new Stacked[] {new Stacked("b"), new Stacked("a")});
    Stacked.class.getMethod("reflected", int.class).invoke(null, 5);
    Runnable lambda = () -> look("in a lambda");
    lambda.run();
    InvocationHandler handler =
        (proxy, method, args) -> {
          look("behind a proxy");
          return null;
        };
    ((Runnable)
            Proxy.newProxyInstance(
                Stacked.class.getClassLoader(), new Class<?>[] {Runnable.class}, handler))
        .run();
    Thread worker = new Thread(() -> deep(4, 1, 2, "on a thread"), "worker");
    worker.start();
    worker.join();
  }

  private static void waitFor(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    all();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread waiting = new Thread(() -> waitFor(begun, end), "waiting");
    waiting.start();
    begun.await();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    lookAt(waiting);
    end.countDown();
    waiting.join();
    lookAt(waiting);
    tellOfCalls();
    // The call of main runs the code of before.
    Thread later = new Thread(Stacked::allLater, "later");
    later.start();
    later.join();
  }

  private static void allLater() {
    try {
      all();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
