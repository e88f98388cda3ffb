package dev.dexscope.apphost.device.system;

import android.app.KeyguardManager;
import android.app.NotificationManager;
import android.app.admin.DevicePolicyManager;
import android.bluetooth.BluetoothAdapter;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.media.RingtoneManager;
import android.net.wifi.WifiManager;
import android.provider.Settings;
import android.speech.RecognizerIntent;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.shadows.ShadowPackageManager;

/**
 * The apps that every phone has, as far as others find them: what they would do is not done, but
 * requests are known to have a receiver. Requests that only apps from a store take have none.
 */
public final class PhoneApps {
  /** The home screen, which starts apps. */
  public static final String HOME = "com.android.launcher3";

  private static final String ANY = "*/*";

  /**
   * An activity of another app.
   *
   * @param actions that it takes
   * @param schemes of the data; empty for none
   * @param types of the data; empty for none
   */
  private record Receiver(
      String packageName,
      String className,
      List<String> actions,
      List<String> schemes,
      List<String> types) {}

  private static final List<Receiver> ALL =
      List.of(
          of(HOME, "Launcher", List.of(Intent.ACTION_MAIN)),
          data("com.android.browser", "Browser", List.of(Intent.ACTION_VIEW), "http", "https"),
          of("com.android.browser", "Search", List.of(Intent.ACTION_WEB_SEARCH)),
          of("com.android.dialer", "Dialer", List.of(Intent.ACTION_DIAL)),
          data(
              "com.android.dialer",
              "Call",
              List.of(Intent.ACTION_DIAL, Intent.ACTION_CALL, Intent.ACTION_VIEW),
              "tel"),
          data(
              "com.android.messaging",
              "Compose",
              List.of(Intent.ACTION_SENDTO, Intent.ACTION_VIEW),
              "sms",
              "smsto",
              "mms",
              "mmsto"),
          data(
              "com.android.email",
              "Compose",
              List.of(Intent.ACTION_SENDTO, Intent.ACTION_VIEW),
              "mailto"),
          typed(
              "com.android.messaging",
              "Share",
              List.of(Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE),
              ANY),
          typed(
              "com.android.documentsui",
              "Picker",
              List.of(
                  Intent.ACTION_GET_CONTENT,
                  "android.intent.action.OPEN_DOCUMENT",
                  "android.intent.action.CREATE_DOCUMENT"),
              ANY),
          of(
              "com.android.documentsui",
              "Tree",
              List.of("android.intent.action.OPEN_DOCUMENT_TREE")),
          of(
              "com.android.camera2",
              "Capture",
              List.of(
                  "android.media.action.IMAGE_CAPTURE",
                  "android.media.action.VIDEO_CAPTURE",
                  "android.media.action.STILL_IMAGE_CAMERA")),
          typed(
              "com.android.providers.media.photopicker",
              "Picker",
              List.of("android.provider.action.PICK_IMAGES"),
              ANY),
          of(
              "com.android.providers.media.photopicker",
              "PickerOfAll",
              List.of("android.provider.action.PICK_IMAGES")),
          typed(
              "com.android.gallery3d",
              "Gallery",
              List.of(Intent.ACTION_PICK, Intent.ACTION_VIEW),
              "image/*",
              "video/*",
              "vnd.android.cursor.dir/image",
              "vnd.android.cursor.dir/video"),
          typed(
              "com.android.gallery3d",
              "Wallpaper",
              List.of(
                  Intent.ACTION_ATTACH_DATA, "android.service.wallpaper.CROP_AND_SET_WALLPAPER"),
              "image/*"),
          of(
              "com.android.wallpaper.livepicker",
              "Wallpapers",
              List.of(
                  Intent.ACTION_SET_WALLPAPER,
                  "android.service.wallpaper.LIVE_WALLPAPER_CHOOSER",
                  "android.service.wallpaper.CHANGE_LIVE_WALLPAPER")),
          typed(
              "com.android.music",
              "Player",
              List.of(Intent.ACTION_VIEW, Intent.ACTION_PICK),
              "audio/*",
              "application/ogg",
              "vnd.android.cursor.dir/audio"),
          of("com.android.soundpicker", "Picker", List.of(RingtoneManager.ACTION_RINGTONE_PICKER)),
          of(
              "com.google.android.googlequicksearchbox",
              "Speech",
              List.of(
                  RecognizerIntent.ACTION_RECOGNIZE_SPEECH, RecognizerIntent.ACTION_WEB_SEARCH)),
          of(
              "com.android.settings",
              "Bluetooth",
              List.of(
                  BluetoothAdapter.ACTION_REQUEST_ENABLE,
                  BluetoothAdapter.ACTION_REQUEST_DISCOVERABLE)),
          data("com.google.android.apps.maps", "Map", List.of(Intent.ACTION_VIEW), "geo"),
          data("com.android.vending", "Store", List.of(Intent.ACTION_VIEW), "market"),
          typed(
              "com.android.htmlviewer",
              "Viewer",
              List.of(Intent.ACTION_VIEW),
              "text/html",
              "text/plain"),
          typed(
              "com.android.contacts",
              "Contacts",
              List.of(Intent.ACTION_PICK, Intent.ACTION_INSERT, Intent.ACTION_INSERT_OR_EDIT),
              "vnd.android.cursor.dir/contact",
              "vnd.android.cursor.dir/phone_v2",
              "vnd.android.cursor.item/contact",
              "vnd.android.cursor.dir/email_v2",
              "vnd.android.cursor.dir/postal-address_v2",
              "vnd.android.cursor.dir/raw_contact"),
          typed(
              "com.android.contacts",
              "Contact",
              List.of(Intent.ACTION_VIEW, Intent.ACTION_EDIT),
              "vnd.android.cursor.item/contact",
              "vnd.android.cursor.dir/contact"),
          typed(
              "com.android.calendar",
              "Event",
              List.of(Intent.ACTION_INSERT, Intent.ACTION_EDIT, Intent.ACTION_VIEW),
              "vnd.android.cursor.dir/event",
              "vnd.android.cursor.item/event"),
          of(
              "com.android.deskclock",
              "Alarms",
              List.of(
                  "android.intent.action.SET_ALARM",
                  "android.intent.action.SET_TIMER",
                  "android.intent.action.SHOW_ALARMS")),
          typed(
              "com.android.packageinstaller",
              "Install",
              List.of(Intent.ACTION_VIEW, "android.intent.action.INSTALL_PACKAGE"),
              "application/vnd.android.package-archive"),
          data(
              "com.android.packageinstaller",
              "Uninstall",
              List.of(Intent.ACTION_DELETE, "android.intent.action.UNINSTALL_PACKAGE"),
              "package"),
          of("android", "Chooser", List.of(Intent.ACTION_CHOOSER)));

  private PhoneApps() {}

  private static Receiver of(String packageName, String className, List<String> actions) {
    return new Receiver(packageName, className, actions, List.of(), List.of());
  }

  private static Receiver data(
      String packageName, String className, List<String> actions, String... schemes) {
    return new Receiver(packageName, className, actions, List.of(schemes), List.of());
  }

  private static Receiver typed(
      String packageName, String className, List<String> actions, String... types) {
    return new Receiver(packageName, className, actions, List.of(), List.of(types));
  }

  /** Makes them known to those who look for them. */
  static void install(ShadowPackageManager packages) {
    for (Receiver each : ALL) {
      var name = new ComponentName(each.packageName(), each.packageName() + "." + each.className());
      packages.addActivityIfNotPresent(name);
      packages.addIntentFilterForActivity(name, filter(each));
    }
  }

  private static IntentFilter filter(Receiver receiver) {
    var filter = new IntentFilter();
    receiver.actions().forEach(filter::addAction);
    receiver.schemes().forEach(filter::addDataScheme);
    filter.addCategory(Intent.CATEGORY_DEFAULT);
    filter.addCategory(Intent.CATEGORY_BROWSABLE);
    filter.addCategory(Intent.CATEGORY_OPENABLE);
    if (receiver.actions().contains(Intent.ACTION_MAIN)) {
      filter.addCategory(Intent.CATEGORY_HOME);
    }
    try {
      for (String each : receiver.types()) {
        filter.addDataType(each);
      }
    } catch (IntentFilter.MalformedMimeTypeException e) {
      throw new IllegalStateException(e);
    }
    return filter;
  }

  public static boolean isOne(String packageName) {
    return ALL.stream().anyMatch(each -> each.packageName().equals(packageName));
  }

  /** Returns whether a request is for one of the system's settings, of which there are hundreds. */
  public static boolean isOfSettings(Intent intent) {
    String action = intent.getAction();
    return action != null && SettingsActions.ALL.contains(action);
  }

  /** The actions that the framework's classes have as constants; found when one is requested. */
  private static final class SettingsActions {
    static final Set<String> ALL = find();

    private static Set<String> find() {
      Set<String> all = new HashSet<>();
      for (Class<?> each :
          List.of(
              Settings.class,
              DevicePolicyManager.class,
              NotificationManager.class,
              KeyguardManager.class,
              WifiManager.class)) {
        for (Field field : each.getFields()) {
          if (field.getType() == String.class && field.getName().startsWith("ACTION_")) {
            all.add(value(field));
          }
        }
      }
      return all;
    }

    private static String value(Field field) {
      try {
        return String.valueOf(field.get(null));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
