package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.AlertDialog;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.StrictMode;
import android.telephony.SmsManager;
import android.view.View;
import android.view.WindowManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;

/** What a phone refuses, much of it by the level that an app is made for. */
final class RefusalTests {
  private static final int IMMUTABLE = 0x4000000;

  private final PhoneTests tests;
  private final Context app;

  RefusalTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("theMainThreadHasNoNetwork", this::theMainThreadHasNoNetwork);
    tests.test("filesAreNotForOtherApps", this::filesAreNotForOtherApps);
    tests.test("dialogsNeedAnActivity", this::dialogsNeedAnActivity);
    tests.test("permissionsAreThoseOfTheManifest", this::permissionsAreThoseOfTheManifest);
    tests.test("activitiesThatAreNotThereAreRefused", this::activitiesThatAreNotThereAreRefused);
    tests.test("requestsHaveASize", this::requestsHaveASize);
    tests.test("messagesNeedAPermission", this::messagesNeedAPermission);
    tests.test("windowsOverOthersNeedAPermission", this::windowsOverOthersNeedAPermission);
    tests.test("textIsNotSentInTheOpen", this::textIsNotSentInTheOpen);
    if (PhoneTests.level() >= 31) {
      tests.test("pendingIntentsAreMutableOrNot", this::pendingIntentsAreMutableOrNot);
      tests.test("exactAlarmsNeedAPermission", this::exactAlarmsNeedAPermission);
    }
    if (PhoneTests.level() >= 34) {
      tests.test("receiversAreExportedOrNot", this::receiversAreExportedOrNot);
    }
  }

  private void theMainThreadHasNoNetwork() throws Exception {
    String refused = "NetworkOnMainThreadException";
    refuses(refused, () -> tests.main(() -> InetAddress.getByName("example.com")));
    refuses(refused, () -> tests.main(() -> new URL("https://example.com/").openStream()));
    refuses(refused, this::connectOnMain);
    refuses(refused, () -> tests.main(() -> new Socket("127.0.0.1", 9)));
    refuses("ConnectException", () -> connect());
    refuses(
        "ConnectException",
        () ->
            tests.main(() -> {
              StrictMode.ThreadPolicy before = StrictMode.allowThreadDiskReads();
              StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.LAX);
              try {
                return connect();
              } finally {
                StrictMode.setThreadPolicy(before);
              }
            }));
    tests.main(() -> InetAddress.getByName("127.0.0.1"));
  }

  private Object connectOnMain() throws Exception {
    return tests.main(RefusalTests::connect);
  }

  private static Object connect() throws Exception {
    try (Socket socket = new Socket()) {
      // The port of the discard service, which is nowhere.
      socket.connect(new InetSocketAddress("127.0.0.1", 9), 1000);
      return socket;
    }
  }

  private void filesAreNotForOtherApps() throws Exception {
    Activity page = tests.open(First.class);
    Intent view =
        new Intent(Intent.ACTION_VIEW)
            .setDataAndType(Uri.parse("file:///storage/emulated/0/some.png"), "image/png");
    refuses(
        "FileUriExposedException",
        () ->
            tests.main(() -> {
              page.startActivity(view);
              return null;
            }));
    tests.end(page);
  }

  private void dialogsNeedAnActivity() throws Exception {
    Activity page = tests.open(First.class);
    tests.main(() -> {
      new AlertDialog.Builder(page).setMessage("some").show().dismiss();
      return null;
    });
    tests.end(page);
    refuses(
        "BadTokenException", () -> tests.main(() -> new AlertDialog.Builder(page).show()));
  }

  private void permissionsAreThoseOfTheManifest() throws Exception {
    same(
        app.checkCallingOrSelfPermission("android.permission.INTERNET"),
        PackageManager.PERMISSION_GRANTED);
    same(
        app.checkCallingOrSelfPermission("android.permission.READ_CONTACTS"),
        PackageManager.PERMISSION_DENIED);
  }

  private Object start(Intent intent) throws Exception {
    return tests.main(() -> {
      app.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
      return null;
    });
  }

  private void activitiesThatAreNotThereAreRefused() throws Exception {
    String refused = "ActivityNotFoundException";
    refuses(refused, () -> start(new Intent("android.settings.NO_SUCH_SETTINGS")));
    Intent named = new Intent().setClassName("com.android.settings", "com.android.settings.None");
    refuses(refused, () -> start(named));
    refuses(refused, () -> start(new Intent("some.action")));
  }

  private void requestsHaveASize() throws Exception {
    Intent large = tests.intent(First.class).putExtra("bytes", new byte[2 << 20]);
    try {
      start(large);
    } catch (java.util.concurrent.ExecutionException e) {
      Throwable cause = e.getCause().getCause();
      same(cause.getClass().getSimpleName(), "TransactionTooLargeException");
      return;
    }
    throw new AssertionError("two megabytes have passed");
  }

  private void messagesNeedAPermission() throws Exception {
    refuses(
        "SecurityException",
        () ->
            tests.main(() -> {
              SmsManager.getDefault().sendTextMessage("5550100", null, "some", null, null);
              return null;
            }));
  }

  private void windowsOverOthersNeedAPermission() throws Exception {
    WindowManager windows = (WindowManager) app.getSystemService(Context.WINDOW_SERVICE);
    int overlay = 2038;
    refuses(
        "BadTokenException",
        () ->
            tests.main(() -> {
              windows.addView(new View(app), new WindowManager.LayoutParams(overlay));
              return null;
            }));
  }

  /** From level 28 on, unless the manifest has it otherwise. */
  private void textIsNotSentInTheOpen() throws Exception {
    Object policy =
        call(Class.forName("android.security.NetworkSecurityPolicy"), "getInstance");
    same(call(policy, "isCleartextTrafficPermitted"), false);
    same(call(policy, "isCleartextTrafficPermitted", "example.com"), false);
    URLConnection connection = new URL("http://example.com/").openConnection();
    try {
      connection.getInputStream();
      throw new AssertionError("connected");
    } catch (IOException e) {
      same(e.getMessage(), "Cleartext HTTP traffic to example.com not permitted");
    }
  }

  private void pendingIntentsAreMutableOrNot() throws Exception {
    Intent intent = new Intent("own");
    refuses("IllegalArgumentException", () -> PendingIntent.getBroadcast(app, 0, intent, 0));
    refuses("IllegalArgumentException", () -> PendingIntent.getActivity(app, 0, intent, 0));
    check(PendingIntent.getBroadcast(app, 0, intent, IMMUTABLE) != null, "with the flag");
  }

  private void exactAlarmsNeedAPermission() throws Exception {
    AlarmManager alarms = (AlarmManager) app.getSystemService(Context.ALARM_SERVICE);
    PendingIntent operation = PendingIntent.getBroadcast(app, 0, new Intent("own"), IMMUTABLE);
    long time = System.currentTimeMillis() + 100_000;
    refuses(
        "SecurityException",
        () -> call(alarms, "setExact", AlarmManager.RTC, time, operation));
    alarms.set(AlarmManager.RTC, time, operation);
    alarms.cancel(operation);
  }

  private void receiversAreExportedOrNot() throws Exception {
    BroadcastReceiver receiver = new Listener();
    refuses(
        "SecurityException", () -> app.registerReceiver(receiver, new IntentFilter("own")));
    app.registerReceiver(receiver, new IntentFilter(Intent.ACTION_SCREEN_OFF));
    app.unregisterReceiver(receiver);
  }
}
