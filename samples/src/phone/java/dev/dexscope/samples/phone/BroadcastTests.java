package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;

/** Broadcasts: to whom they come, in which order, and with what. */
final class BroadcastTests {
  private static final String CALL = "dev.dexscope.samples.phone.CALL";
  private static final int NOT_EXPORTED = 4;

  private final PhoneTests tests;
  private final Context app;

  private interface Receiving {
    void receive(BroadcastReceiver receiver, Context context);
  }

  BroadcastTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("orderedBroadcastsPassResults", this::orderedBroadcastsPassResults);
    tests.test("orderedBroadcastsAreAborted", this::orderedBroadcastsAreAborted);
    tests.test("receiversOfTheManifestAreNew", this::receiversOfTheManifestAreNew);
    tests.test("receiversOfTheManifestHearTheirOwn", this::receiversOfTheManifestHearTheirOwn);
    tests.test("permissionsAreRequired", this::permissionsAreRequired);
    tests.test("anActivitysReceiverGetsTheActivity", this::anActivitysReceiverGetsTheActivity);
    tests.test("receiversFinishLater", this::receiversFinishLater);
    tests.test("pendingIntentsAreSentOnce", this::pendingIntentsAreSentOnce);
  }

  private static BroadcastReceiver receiver(Receiving receiving) {
    return new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        receiving.receive(this, context);
      }
    };
  }

  /** From level 33 on with the flag. */
  private static void register(Context context, BroadcastReceiver receiver, int priority)
      throws Exception {
    IntentFilter filter = new IntentFilter("own");
    filter.setPriority(priority);
    if (PhoneTests.level() < 33) {
      context.registerReceiver(receiver, filter);
    } else {
      call(context, "registerReceiver", receiver, filter, NOT_EXPORTED);
    }
  }

  private Intent own(String action) {
    return new Intent(action).setPackage(app.getPackageName());
  }

  private void sendOrdered(String action) {
    BroadcastReceiver last =
        receiver(
            (receiver, context) ->
                Events.add("last:" + receiver.getResultCode() + ":" + receiver.getResultData()));
    app.sendOrderedBroadcast(own(action), null, last, null, 1, "first", null);
  }

  private void orderedBroadcastsPassResults() throws Exception {
    BroadcastReceiver low =
        receiver((receiver, context) -> {
          Events.add("low:" + receiver.getResultCode());
          receiver.setResult(3, "end", null);
        });
    BroadcastReceiver high =
        receiver((receiver, context) -> {
          Events.add("high:" + receiver.getResultData());
          receiver.setResultCode(2);
        });
    register(app, low, 1);
    register(app, high, 10);
    sendOrdered("own");
    Events.await("last:3:end");
    same(Events.all(), "high:first low:2 last:3:end");
    app.unregisterReceiver(low);
    app.unregisterReceiver(high);
    Events.clear();
    sendOrdered(CALL);
    Events.await("last:9:data");
  }

  private void orderedBroadcastsAreAborted() throws Exception {
    BroadcastReceiver low = receiver((receiver, context) -> Events.add("low"));
    BroadcastReceiver high = receiver((receiver, context) -> receiver.abortBroadcast());
    register(app, low, 1);
    register(app, high, 10);
    sendOrdered("own");
    Events.await("last:1:first");
    same(Events.all(), "last:1:first");
    app.unregisterReceiver(low);
    app.unregisterReceiver(high);
  }

  private void receiversOfTheManifestAreNew() throws Exception {
    app.sendBroadcast(own(CALL));
    app.sendBroadcast(tests.intent(Listener.class));
    tests.settle();
    same(Events.all(), "heard:" + CALL + ":new heard:null:new");
  }

  private void receiversOfTheManifestHearTheirOwn() throws Exception {
    app.sendBroadcast(new Intent(CALL));
    app.sendBroadcast(new Intent(CALL).setPackage("com.example.other"));
    tests.settle();
    same(Events.all(), "");
  }

  private void permissionsAreRequired() throws Exception {
    BroadcastReceiver receiver = receiver((each, context) -> Events.add("heard"));
    register(app, receiver, 0);
    app.sendBroadcast(own("own"), "no.such.PERMISSION");
    tests.settle();
    same(Events.all(), "");
    app.sendBroadcast(own("own"), "android.permission.INTERNET");
    tests.settle();
    same(Events.all(), "heard");
    app.unregisterReceiver(receiver);
  }

  private void anActivitysReceiverGetsTheActivity() throws Exception {
    Activity page = tests.open(First.class);
    Context[] found = new Context[1];
    BroadcastReceiver receiver =
        receiver((each, context) -> {
          found[0] = context;
          Events.add("heard");
        });
    register(page, receiver, 0);
    app.sendBroadcast(own("own"));
    Events.await("heard");
    same(found[0], page);
    page.unregisterReceiver(receiver);
    tests.end(page);
  }

  private void receiversFinishLater() throws Exception {
    BroadcastReceiver receiver =
        receiver((each, context) -> {
          BroadcastReceiver.PendingResult result = each.goAsync();
          new Thread(() -> {
            result.setResultCode(7);
            result.finish();
          }).start();
        });
    register(app, receiver, 0);
    sendOrdered("own");
    Events.await("last:7:first");
    app.unregisterReceiver(receiver);
  }

  private void pendingIntentsAreSentOnce() throws Exception {
    PendingIntent once =
        PendingIntent.getBroadcast(
            app, 0, own(CALL), PendingIntent.FLAG_ONE_SHOT | 0x4000000);
    once.send();
    PhoneTests.refuses(
        "CanceledException",
        () -> {
          once.send();
          return null;
        });
    tests.settle();
    same(Events.of("heard:" + CALL), ":new");
  }
}
