package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.ActivityManager;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.IBinder;

/** Services: started, bound, ended, and jobs. */
final class ServiceTests {
  private final PhoneTests tests;
  private final Context app;

  /** Who has an interface of the service. */
  private static final class Client implements ServiceConnection {
    private IBinder known;

    @Override
    public void onServiceConnected(ComponentName name, IBinder binder) {
      known = binder;
      Events.add("connected");
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {
      Events.add("disconnected");
    }
  }

  ServiceTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("aServiceStartsOnceAndStops", this::aServiceStartsOnceAndStops);
    tests.test("aServiceEndsItself", this::aServiceEndsItself);
    tests.test("aServiceHasOneInterface", this::aServiceHasOneInterface);
    tests.test("aServiceIsBoundAgain", this::aServiceIsBoundAgain);
    tests.test("aBoundServiceStays", this::aBoundServiceStays);
    tests.test("anActivityLeavesNothingBound", this::anActivityLeavesNothingBound);
    tests.test("aQueueEnds", this::aQueueEnds);
    tests.test("unknownServicesAreRefused", this::unknownServicesAreRefused);
    tests.test("servicesAreListed", this::servicesAreListed);
    tests.test("jobsRun", this::jobsRun);
  }

  private Intent service() {
    return tests.intent(Counted.class);
  }

  private void aServiceStartsOnceAndStops() throws Exception {
    app.startService(service());
    app.startService(service());
    tests.settle();
    same(Events.all(), "create start:1 start:2");
    check(app.stopService(service()), "it ran");
    tests.settle();
    same(Events.all(), "create start:1 start:2 destroy");
    check(!app.stopService(service()), "it runs");
  }

  private void aServiceEndsItself() throws Exception {
    app.startService(service());
    app.startService(service());
    tests.settle();
    check(!Counted.last.stopSelfResult(1), "there was another start");
    check(Counted.last.stopSelfResult(2), "the last start");
    app.startService(service());
    tests.settle();
    Counted.last.stopSelf();
    tests.settle();
    same(Events.all(), "create start:1 start:2 destroy create start:1 destroy");
  }

  private void aServiceHasOneInterface() throws Exception {
    Client first = new Client();
    Client second = new Client();
    check(app.bindService(service(), first, Context.BIND_AUTO_CREATE), "it is there");
    app.bindService(service(), second, Context.BIND_AUTO_CREATE);
    tests.settle();
    same(first.known, second.known);
    app.unbindService(first);
    app.unbindService(second);
    tests.settle();
    same(Events.all(), "create bind connected connected unbind destroy");
    refuses(
        "IllegalArgumentException",
        () -> {
          app.unbindService(first);
          return null;
        });
  }

  private void aServiceIsBoundAgain() throws Exception {
    Counted.wantsRebind = true;
    Client client = new Client();
    app.startService(service());
    app.bindService(service(), client, Context.BIND_AUTO_CREATE);
    tests.settle();
    app.unbindService(client);
    tests.settle();
    app.bindService(service(), client, Context.BIND_AUTO_CREATE);
    tests.settle();
    app.unbindService(client);
    app.stopService(service());
    tests.settle();
    Counted.wantsRebind = false;
    String again = Events.all().replace("rebind connected", "connected rebind");
    same(
        again,
        "create start:1 bind connected unbind connected rebind unbind destroy");
  }

  private void aBoundServiceStays() throws Exception {
    Client client = new Client();
    app.startService(service());
    app.bindService(service(), client, Context.BIND_AUTO_CREATE);
    tests.settle();
    app.stopService(service());
    tests.settle();
    same(Events.of("destroy"), "");
    app.unbindService(client);
    tests.settle();
    same(Events.all(), "create start:1 bind connected unbind destroy");
  }

  private void anActivityLeavesNothingBound() throws Exception {
    Activity page = tests.open(First.class);
    tests.main(() -> page.bindService(service(), new Client(), Context.BIND_AUTO_CREATE));
    Events.await("connected");
    tests.end(page);
    Events.await("destroy");
  }

  private void aQueueEnds() throws Exception {
    app.startService(tests.intent(Queue.class).setAction("1"));
    app.startService(tests.intent(Queue.class).setAction("2"));
    Events.await("destroy");
    same(Events.all(), "handle:1 handle:2 destroy");
  }

  private void unknownServicesAreRefused() throws Exception {
    Intent unknown = new Intent().setClassName(app, "no.Such");
    same(app.startService(unknown), null);
    check(!app.bindService(unknown, new Client(), Context.BIND_AUTO_CREATE), "it is there");
    refuses("IllegalArgumentException", () -> app.startService(new Intent("some.ACTION")));
  }

  private void servicesAreListed() throws Exception {
    app.startService(service());
    check(isListed(), "it runs");
    app.stopService(service());
    check(!isListed(), "it has ended");
  }

  private boolean isListed() {
    ActivityManager manager = (ActivityManager) app.getSystemService(Context.ACTIVITY_SERVICE);
    for (ActivityManager.RunningServiceInfo each : manager.getRunningServices(100)) {
      if (each.service.getClassName().equals(Counted.class.getName())) {
        return true;
      }
    }
    return false;
  }

  /** Since level 21. */
  private void jobsRun() throws Exception {
    Object scheduler = app.getSystemService("jobscheduler");
    Class<?> builders = Class.forName("android.app.job.JobInfo$Builder");
    Object builder =
        builders
            .getConstructor(int.class, ComponentName.class)
            .newInstance(5, new ComponentName(app, Work.class));
    call(builder, "setMinimumLatency", 10L);
    call(builder, "setOverrideDeadline", 50L);
    same(call(scheduler, "schedule", call(builder, "build")), 1);
    Events.await("destroy");
    same(Events.all(), "job:5 destroy");
    same(((java.util.List<?>) call(scheduler, "getAllPendingJobs")).size(), 0);
  }
}
