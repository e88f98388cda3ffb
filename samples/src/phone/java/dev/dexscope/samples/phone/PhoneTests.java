package dev.dexscope.samples.phone;

import android.app.Activity;
import android.app.Instrumentation;
import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What an app gets from the system. Each test has what Android's documentation states; on a phone
 * all of them pass.
 */
public final class PhoneTests extends Instrumentation {
  private static final int STARTED = 1;
  private static final int FAILED = -2;

  /** The messages of a task of the system that follow one another. */
  private static final int TURNS = 8;

  private static final long MOST = 10_000_000_000L;

  /** What may go wrong is a test's own affair. */
  interface Test {
    void run() throws Exception;
  }

  @Override
  public void onCreate(Bundle arguments) {
    super.onCreate(arguments);
    start();
  }

  @Override
  public void onStart() {
    new ServiceTests(this).run();
    new BroadcastTests(this).run();
    new ActivityTests(this).run();
    new RefusalTests(this).run();
    new DeviceTests(this).run();
    new JavaTests(this).run();
    new SystemCallTests(this).run();
    new ProviderTests(this).run();
    new MediaTests(this).run();
    new SettingsTests(this).run();
    new MemoryTests(this).run();
    new WindowTests(this).run();
    new CallTests(this).run();
    new ValueTests(this).run();
    new ViewTests(this).run();
    finish(Activity.RESULT_OK, new Bundle());
  }

  void test(String name, Test test) {
    sendStatus(STARTED, status(name));
    Bundle result = status(name);
    int code = 0;
    try {
      settle();
      Events.clear();
      test.run();
    } catch (Exception | AssertionError e) {
      code = FAILED;
      StringWriter stack = new StringWriter();
      e.printStackTrace(new PrintWriter(stack));
      result.putString("stack", stack.toString());
    }
    sendStatus(code, result);
  }

  private Bundle status(String name) {
    Bundle status = new Bundle();
    status.putString("class", getClass().getName());
    status.putString("test", name);
    return status;
  }

  static void check(boolean is, Object what) {
    if (!is) {
      throw new AssertionError(String.valueOf(what));
    }
  }

  static void same(Object is, Object expected) {
    check(expected == null ? is == null : expected.equals(is), is + " is not " + expected);
  }

  /** Checks that the system refuses something by an exception of a name. */
  static void refuses(String exception, Callable<?> what) throws Exception {
    try {
      what.call();
    } catch (ExecutionException e) {
      same(e.getCause().getClass().getSimpleName(), exception);
      return;
    } catch (Exception e) {
      same(e.getClass().getSimpleName(), exception);
      return;
    }
    throw new AssertionError("no " + exception);
  }

  /** Runs something on the main thread. */
  <T> T main(Callable<T> what) throws Exception {
    FutureTask<T> task = new FutureTask<>(what);
    runOnMainSync(task);
    return task.get();
  }

  /** Until the main thread has done what follows from what it has been given. */
  void settle() throws InterruptedException {
    for (int i = 0; i < TURNS; i++) {
      CountDownLatch turn = new CountDownLatch(1);
      new Handler(Looper.getMainLooper()).post(turn::countDown);
      turn.await();
      waitForIdleSync();
    }
  }

  /** Until something is so, for which the system may need some time. */
  void until(Callable<Boolean> is) throws Exception {
    long end = System.nanoTime() + MOST;
    while (!is.call()) {
      check(System.nanoTime() < end, "it has not come: " + Events.all());
      settle();
    }
    settle();
  }

  /** Ends activities. */
  void end(Activity... activities) throws Exception {
    for (Activity each : activities) {
      main(() -> {
        each.finish();
        return null;
      });
    }
    for (Activity each : activities) {
      until(((Page) each)::isGone);
    }
  }

  Intent intent(Class<?> type) {
    return new Intent(getTargetContext(), type);
  }

  Activity open(Class<?> type) throws Exception {
    Activity opened = startActivitySync(intent(type).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
    until(((Page) opened)::isUp);
    return opened;
  }

  static int level() {
    return Build.VERSION.SDK_INT;
  }

  /** Calls a method of a newer level than what this is compiled against. */
  static Object call(Object of, String name, Object... arguments) throws Exception {
    Class<?> type = of instanceof Class ? (Class<?>) of : of.getClass();
    for (java.lang.reflect.Method each : type.getMethods()) {
      if (each.getName().equals(name) && each.getParameterTypes().length == arguments.length) {
        try {
          return each.invoke(of instanceof Class ? null : of, arguments);
        } catch (java.lang.reflect.InvocationTargetException e) {
          throw new ExecutionException(e.getCause());
        }
      }
    }
    throw new NoSuchMethodException(name);
  }
}
