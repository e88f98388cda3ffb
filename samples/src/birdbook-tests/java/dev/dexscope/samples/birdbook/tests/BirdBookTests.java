package dev.dexscope.samples.birdbook.tests;

import android.app.Activity;
import android.app.Instrumentation;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ForkJoinPool;

/** Tests of Bird Book without any library: what every test runner does in the end. */
public final class BirdBookTests extends Instrumentation {
  private static final int STARTED = 1;
  private static final int FAILED = -2;

  private String expected = "Zebra finch";

  /** What may go wrong is a test's own affair. */
  interface Test {
    void run() throws Exception;
  }

  @Override
  public void onCreate(Bundle arguments) {
    super.onCreate(arguments);
    if (arguments.getString("expected") != null) {
      expected = arguments.getString("expected");
    }
    start();
  }

  @Override
  public void onStart() {
    test("packagesAreTheirOwn", this::packagesAreTheirOwn);
    test("servicesOfTheHostAreNotSeen", this::servicesOfTheHostAreNotSeen);
    new SystemTests(this).run(this);
    test("aBirdThatIsSavedIsInTheList", this::aBirdThatIsSavedIsInTheList);
    finish(Activity.RESULT_OK, new Bundle());
  }

  void test(String name, Test test) {
    sendStatus(STARTED, status(name));
    Bundle result = status(name);
    int code = 0;
    try {
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

  private static void check(boolean is, String what) {
    if (!is) {
      throw new AssertionError(what);
    }
  }

  private void packagesAreTheirOwn() {
    String name = getTargetContext().getPackageName();
    check(name.equals("dev.dexscope.samples.birdbook"), name);
    check(getContext().getPackageName().equals(name + ".tests"), getContext().getPackageName());
    String label = getContext().getString(R.string.tests);
    check(label.equals("Tests of Bird Book"), label);
  }

  /** Of whoever runs this: on a phone there is nobody. */
  private void servicesOfTheHostAreNotSeen() throws Exception {
    String file = "META-INF/services/org.robolectric.pluginapi.NativeRuntimeLoader";
    check(getClass().getClassLoader().getResource(file) == null, "the app's loader");
    check(ClassLoader.getSystemResource(file) == null, "the system's loader");
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    check(ofThread.getResource(file) == null, "the thread's loader");
    ClassLoader ofPool =
        ForkJoinPool.commonPool()
            .submit(() -> Thread.currentThread().getContextClassLoader())
            .get();
    check(ofPool == null || ofPool.getResource(file) == null, "the common pool's loader");
  }

  private void aBirdThatIsSavedIsInTheList() throws Exception {
    Intent intent = new Intent(Intent.ACTION_MAIN);
    intent.setClassName(getTargetContext(), "dev.dexscope.samples.birdbook.SightingsActivity");
    intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    final Activity list = startActivitySync(intent);
    check(!list.isFinishing(), "the list is up");
    ActivityMonitor form =
        addMonitor("dev.dexscope.samples.birdbook.SightingActivity", null, false);
    click(list, "add");
    final Activity shown = waitForMonitorWithTimeout(form, 10_000);
    check(shown != null, "the form is up");
    runOnMainSync(
        () -> {
          ((TextView) find(shown, "bird")).setText("Zebra finch");
          ((TextView) find(shown, "count")).setText("3");
        });
    click(shown, "save");
    waitForIdleSync();
    long end = System.nanoTime() + 10_000_000_000L;
    while (!isShown(list) && System.nanoTime() < end) {
      waitForIdleSync();
    }
    check(isShown(list), expected + " is in the list");
  }

  private boolean isShown(Activity activity) {
    boolean[] isShown = new boolean[1];
    runOnMainSync(() -> isShown[0] = has(activity.getWindow().getDecorView(), expected));
    return isShown[0];
  }

  private void click(Activity activity, String id) {
    runOnMainSync(() -> find(activity, id).performClick());
  }

  private static View find(Activity activity, String id) {
    return activity.findViewById(
        activity.getResources().getIdentifier(id, "id", activity.getPackageName()));
  }

  private static boolean has(View view, String text) {
    if (view instanceof TextView && text.contentEquals(((TextView) view).getText())) {
      return true;
    }
    if (view instanceof ViewGroup) {
      ViewGroup group = (ViewGroup) view;
      for (int i = 0; i < group.getChildCount(); i++) {
        if (has(group.getChildAt(i), text)) {
          return true;
        }
      }
    }
    return false;
  }
}
