package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Notification;
import android.app.NotificationManager;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;
import android.content.res.Configuration;
import android.net.Uri;
import android.provider.Settings;
import android.view.Display;
import android.view.WindowManager;
import android.widget.Toast;
import java.util.Arrays;

/** What the user has permitted, and what the system shows for an app. */
final class SettingsTests {
  /** {@code REQUESTED_PERMISSION_GRANTED}, since level 16. */
  private static final int GRANTED = 2;

  /** {@code BIOMETRIC_ERROR_NO_HARDWARE}. */
  private static final int NO_READER = 12;

  private final PhoneTests tests;
  private final Context app;

  SettingsTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("settingsAreTheUsers", this::settingsAreTheUsers);
    tests.test("automationTurnsThePhone", this::automationTurnsThePhone);
    tests.test("permissionsAreDescribed", this::permissionsAreDescribed);
    tests.test("notificationsNeedAChannelAndAnIcon", this::notificationsNeedAChannelAndAnIcon);
    tests.test("toastsComeAndGo", this::toastsComeAndGo);
    tests.test("fiveToastsWait", this::fiveToastsWait);
    tests.test("thereIsNoFingerprintReader", this::thereIsNoFingerprintReader);
    tests.test("picturesCanBePicked", this::picturesCanBePicked);
    tests.test("usualRequestsAreTaken", this::usualRequestsAreTaken);
  }

  private void settingsAreTheUsers() throws Exception {
    // Since level 23.
    same(call(Settings.System.class, "canWrite", app), false);
    same(call(Settings.class, "canDrawOverlays", app), false);
    refuses(
        "SecurityException",
        () -> Settings.System.putInt(app.getContentResolver(), "screen_brightness", 1));
    refuses(
        "SecurityException",
        () -> Settings.Secure.putInt(app.getContentResolver(), "location_mode", 0));
    check(Settings.System.getInt(app.getContentResolver(), "screen_brightness") > 1, "as it was");
  }

  private void automationTurnsThePhone() throws Exception {
    Display display =
        ((WindowManager) app.getSystemService(Context.WINDOW_SERVICE)).getDefaultDisplay();
    Configuration now = app.getResources().getConfiguration();
    // Since level 18.
    Object automation = call(tests, "getUiAutomation");
    for (int rotation : new int[] {3, 1, 0}) {
      same(call(automation, "setRotation", rotation), true);
      same(display.getRotation(), rotation);
      same(
          now.orientation,
          rotation == 0 ? Configuration.ORIENTATION_PORTRAIT : Configuration.ORIENTATION_LANDSCAPE);
    }
    int free = -2;
    same(call(automation, "setRotation", free), true);
    same(display.getRotation(), 0);
  }

  private void permissionsAreDescribed() throws Exception {
    PackageManager packages = app.getPackageManager();
    PackageInfo info =
        packages.getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS);
    int camera = Arrays.asList(info.requestedPermissions).indexOf("android.permission.CAMERA");
    int[] flags = (int[]) PackageInfo.class.getField("requestedPermissionsFlags").get(info);
    same(flags[camera] & GRANTED, GRANTED);
    PermissionInfo described = packages.getPermissionInfo("android.permission.CAMERA", 0);
    same(described.protectionLevel & 0xf, PermissionInfo.PROTECTION_DANGEROUS);
    same(described.packageName, "android");
    check(described.loadLabel(packages).length() > 0, "a label");
    described = packages.getPermissionInfo("android.permission.INTERNET", 0);
    same(described.protectionLevel & 0xf, PermissionInfo.PROTECTION_NORMAL);
    refuses("NameNotFoundException", () -> packages.getPermissionInfo("dev.none", 0));
  }

  private Notification notification(String channel, int icon) throws Exception {
    Notification.Builder builder = new Notification.Builder(app).setContentTitle("some");
    if (icon != 0) {
      builder.setSmallIcon(icon);
    }
    if (channel != null) {
      // Since level 26.
      call(builder, "setChannelId", channel);
    }
    return (Notification) call(builder, "build");
  }

  private int shown() throws Exception {
    NotificationManager manager =
        (NotificationManager) app.getSystemService(Context.NOTIFICATION_SERVICE);
    return ((Object[]) call(manager, "getActiveNotifications")).length;
  }

  private void notificationsNeedAChannelAndAnIcon() throws Exception {
    NotificationManager manager =
        (NotificationManager) app.getSystemService(Context.NOTIFICATION_SERVICE);
    int icon = android.R.drawable.ic_dialog_info;
    manager.notify(1, notification(null, icon));
    manager.notify(2, notification("none", icon));
    same(shown(), 0);
    Class<?> type = Class.forName("android.app.NotificationChannel");
    Object channel =
        type.getConstructor(String.class, CharSequence.class, int.class)
            .newInstance("own", "Own", 3);
    call(manager, "createNotificationChannel", channel);
    refuses("IllegalArgumentException", () -> {
      manager.notify(3, notification("own", 0));
      return null;
    });
    manager.notify(4, notification("own", icon));
    same(shown(), PhoneTests.level() >= 33 ? 0 : 1);
    manager.cancelAll();
    same(shown(), 0);
  }

  private void toastsComeAndGo() throws Exception {
    refuses("NullPointerException", () -> Toast.makeText(app, "no looper", Toast.LENGTH_SHORT));
    Toast toast = tests.main(() -> Toast.makeText(app, "some", Toast.LENGTH_SHORT));
    // Since level 30.
    call(toast, "addCallback", new ToastEvents());
    tests.main(() -> {
      toast.show();
      return null;
    });
    Events.await("onToastShown");
    Events.await("onToastHidden");
  }

  /** One that is shown, and then as many as the system keeps of an app: since level 31 five. */
  private void fiveToastsWait() throws Exception {
    if (PhoneTests.level() <= 30) {
      return;
    }
    tests.main(() -> {
      for (int i = 0; i < 20; i++) {
        Toast toast = Toast.makeText(app, "some", Toast.LENGTH_SHORT);
        call(toast, "addCallback", new ToastEvents());
        toast.show();
      }
      return null;
    });
    tests.until(() -> Events.all().split("onToastHidden", -1).length == 7);
    same(Events.all().split("onToastShown", -1).length, 7);
  }

  private void thereIsNoFingerprintReader() throws Exception {
    Object reader = app.getSystemService("biometric");
    same(call(reader, "canAuthenticate", 0xff), NO_READER);
  }

  /** By the picker that every phone has. */
  private void picturesCanBePicked() throws Exception {
    if (PhoneTests.level() >= 33) {
      Intent pick = new Intent("android.provider.action.PICK_IMAGES").setType("image/*");
      check(pick.resolveActivity(app.getPackageManager()) != null, "a picker");
    }
  }

  /** By their action and their data, whose type a provider may have. */
  private void usualRequestsAreTaken() throws Exception {
    String[] requests = {
      Intent.ACTION_PICK + " content://com.android.contacts/contacts",
      Intent.ACTION_PICK + " content://com.android.contacts/data/phones",
      Intent.ACTION_VIEW + " content://com.android.contacts/contacts/1",
      Intent.ACTION_PICK + " content://media/external/images/media",
      Intent.ACTION_PICK + " content://media/external/video/media",
      Intent.ACTION_INSERT + " content://com.android.calendar/events",
      Intent.ACTION_VIEW + " geo:47.4,8.5?q=lake",
      Intent.ACTION_VIEW + " market://details?id=some.app",
      Intent.ACTION_SET_WALLPAPER,
      "android.intent.action.RINGTONE_PICKER",
      "android.speech.action.RECOGNIZE_SPEECH",
      "android.bluetooth.adapter.action.REQUEST_ENABLE",
      "android.settings.WIFI_SETTINGS",
    };
    for (String each : requests) {
      String[] parts = each.split(" ");
      Intent request = new Intent(parts[0]);
      if (parts.length > 1) {
        request.setData(Uri.parse(parts[1]));
      }
      boolean isOfSettings = parts[0].startsWith("android.settings.");
      check(isOfSettings || request.resolveActivity(app.getPackageManager()) != null, each);
      tests.main(() -> {
        app.startActivity(request.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
        return null;
      });
    }
    Intent song = new Intent(Intent.ACTION_VIEW);
    song.setDataAndType(Uri.parse("content://media/external/audio/media/1"), "audio/mpeg");
    check(song.resolveActivity(app.getPackageManager()) != null, song);
  }
}
