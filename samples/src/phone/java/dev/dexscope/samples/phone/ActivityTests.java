package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.ActivityManager;
import android.app.Instrumentation;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.Spinner;

/** Activities: the order of their states, results, flags, and how the screen is held. */
final class ActivityTests {
  private final PhoneTests tests;

  ActivityTests(PhoneTests tests) {
    this.tests = tests;
  }

  void run() {
    tests.test("statesFollowOneAnother", this::statesFollowOneAnother);
    tests.test("stateIsKeptOfWhatComesBack", this::stateIsKeptOfWhatComesBack);
    tests.test("resultsComeBeforeResuming", this::resultsComeBeforeResuming);
    tests.test("resultsArePassedOn", this::resultsArePassedOn);
    tests.test("callersAreKnown", this::callersAreKnown);
    tests.test("activitiesMoveToTheFront", this::activitiesMoveToTheFront);
    tests.test("someLeaveNoHistory", this::someLeaveNoHistory);
    tests.test("allEndTogether", this::allEndTogether);
    tests.test("theTaskIsListed", this::theTaskIsListed);
    tests.test("theScreenTurnsOnRequest", this::theScreenTurnsOnRequest);
    tests.test("theScreenTurnsForTheManifest", this::theScreenTurnsForTheManifest);
    tests.test("selectionsAreReportedLater", this::selectionsAreReportedLater);
  }

  /** After the next layout: never within the call. */
  private void selectionsAreReportedLater() throws Exception {
    Activity first = first();
    Spinner spinner = tests.main(() -> {
      Spinner made = new Spinner(first);
      made.setAdapter(
          new ArrayAdapter<>(
              first, android.R.layout.simple_spinner_item, new String[] {"a", "b", "c"}));
      made.setOnItemSelectedListener(
          new AdapterView.OnItemSelectedListener() {
            @Override
            public void onItemSelected(AdapterView<?> parent, View view, int position, long id) {
              Events.add("selected:" + position);
            }

            @Override
            public void onNothingSelected(AdapterView<?> parent) {}
          });
      made.setSelection(2);
      same(Events.of("selected:"), "");
      first.setContentView(made);
      return made;
    });
    Events.await("selected:2");
    same(Events.of("selected:"), "2");
    tests.main(() -> {
      spinner.setSelection(1);
      same(Events.of("selected:"), "2");
      return null;
    });
    Events.await("selected:1");
    tests.end(first);
  }

  /** The first activity, alone. */
  private Activity first() throws Exception {
    Activity first = tests.open(First.class);
    tests.settle();
    Events.clear();
    return first;
  }

  private Activity start(Activity from, Class<?> type, int flags) throws Exception {
    return start(from, tests.intent(type).addFlags(flags), -1);
  }

  /** Starts an activity, and waits until it has covered the other. */
  private Activity start(Activity from, Intent intent, int request) throws Exception {
    Instrumentation.ActivityMonitor monitor =
        tests.addMonitor(intent.getComponent().getClassName(), null, false);
    tests.main(() -> {
      from.startActivityForResult(intent, request);
      return null;
    });
    Activity started = tests.waitForMonitorWithTimeout(monitor, 10_000);
    tests.removeMonitor(monitor);
    tests.until(() -> ((Page) started).isUp() && ((Page) from).isCovered());
    return started;
  }

  private void statesFollowOneAnother() throws Exception {
    Activity first = first();
    Activity second = start(first, Second.class, 0);
    same(
        Events.all(),
        "First.leave First.pause Second.create Second.start Second.resume First.stop First.save");
    Events.clear();
    tests.end(second);
    same(
        Events.all(),
        "Second.pause First.restart First.start First.resume Second.stop Second.destroy");
    tests.end(first);
  }

  private void stateIsKeptOfWhatComesBack() throws Exception {
    Activity first = first();
    tests.main(() -> {
      first.recreate();
      return null;
    });
    Events.await("First.resume");
    tests.settle();
    same(
        Events.all(),
        "First.pause First.stop First.save First.destroy First.create:state First.start"
            + " First.resume");
    Events.clear();
    tests.end(Page.last());
    same(Events.all(), "First.pause First.stop First.destroy");
  }

  private Activity startForResult(Activity from, int request) throws Exception {
    return start(from, tests.intent(Second.class), request);
  }

  private void resultsComeBeforeResuming() throws Exception {
    Activity first = first();
    Activity second = startForResult(first, 3);
    Events.clear();
    tests.end(second);
    same(
        Events.all(),
        "Second.pause First.restart First.start First.result:3:0 First.resume Second.stop"
            + " Second.destroy");
    tests.end(first);
  }

  private void resultsArePassedOn() throws Exception {
    Activity first = first();
    Activity second = startForResult(first, 4);
    Activity third = start(second, Third.class, Intent.FLAG_ACTIVITY_FORWARD_RESULT);
    tests.end(second);
    third.setResult(Activity.RESULT_OK);
    tests.end(third);
    same(Events.of("First.result:"), "4:-1");
    tests.end(first);
  }

  private void callersAreKnown() throws Exception {
    Activity first = first();
    Activity second = startForResult(first, 5);
    same(second.getCallingPackage(), first.getPackageName());
    same(second.getCallingActivity(), first.getComponentName());
    check(first.isTaskRoot() && !second.isTaskRoot(), "the task's first");
    Activity third = start(second, Third.class, 0);
    same(third.getCallingActivity(), null);
    tests.end(third, second, first);
  }

  private void activitiesMoveToTheFront() throws Exception {
    Activity first = first();
    Activity second = start(first, Second.class, 0);
    Events.clear();
    tests.main(() -> {
      second.startActivity(
          tests.intent(First.class).addFlags(Intent.FLAG_ACTIVITY_REORDER_TO_FRONT));
      return null;
    });
    tests.until(() -> ((Page) first).isUp() && ((Page) second).isCovered());
    same(Events.of("First."), "new restart start resume");
    check(!second.isFinishing() && !first.isFinishing(), "both are there");
    tests.end(first, second);
  }

  private void someLeaveNoHistory() throws Exception {
    Activity first = first();
    Activity second = start(first, Second.class, Intent.FLAG_ACTIVITY_NO_HISTORY);
    Activity third = start(second, Third.class, 0);
    check(second.isFinishing(), "it has ended");
    tests.end(third, first);
  }

  private void allEndTogether() throws Exception {
    Activity first = first();
    Activity second = start(first, Second.class, 0);
    tests.main(() -> {
      second.finishAffinity();
      return null;
    });
    tests.until(() -> ((Page) first).isGone() && ((Page) second).isGone());
    check(first.isFinishing() && second.isFinishing(), "both have ended");
  }

  private void theTaskIsListed() throws Exception {
    Activity first = first();
    Activity second = start(first, Second.class, 0);
    ActivityManager manager =
        (ActivityManager) first.getSystemService(Context.ACTIVITY_SERVICE);
    ActivityManager.RunningTaskInfo task = manager.getRunningTasks(1).get(0);
    same(task.topActivity, second.getComponentName());
    same(task.baseActivity, first.getComponentName());
    same(task.numActivities, 2);
    tests.end(second, first);
  }

  private static int orientation(Activity activity) {
    return activity.getResources().getConfiguration().orientation;
  }

  private void theScreenTurnsOnRequest() throws Exception {
    Activity first = first();
    tests.main(() -> {
      first.setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE);
      return null;
    });
    Events.await("First.resume");
    tests.settle();
    Page turned = Page.last();
    check(!turned.equals(first), "it is a new one");
    same(orientation(turned), Configuration.ORIENTATION_LANDSCAPE);
    tests.end(turned);
  }

  private void theScreenTurnsForTheManifest() throws Exception {
    Activity wide = tests.open(Wide.class);
    tests.settle();
    same(orientation(wide), Configuration.ORIENTATION_LANDSCAPE);
    same(Events.of("Wide."), "create start resume");
    tests.end(wide);
    Activity first = first();
    same(orientation(first), Configuration.ORIENTATION_PORTRAIT);
    tests.end(first);
  }
}
