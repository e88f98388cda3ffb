package dev.dexscope.apphost.device.input;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.os.Handler;
import android.os.Looper;
import android.os.ParcelFileDescriptor;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.dexscope.apphost.device.activity.Activities;
import dev.dexscope.apphost.device.frames.Screen;
import dev.dexscope.apphost.device.frames.Windows;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.guest.DeviceLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowUiAutomation;

/**
 * What instrumentation sees and does on the screen: the windows of its own app if that is shown,
 * otherwise those of the app in front, through the device's shell.
 */
@SuppressWarnings("unused")
public final class Automation {
  private static final String UI_AUTOMATION = "android.app.UiAutomation";

  /** {@code AccessibilityService.GLOBAL_ACTION_BACK} and those after it. */
  private static final List<String> GLOBAL_ACTIONS = List.of("", "BACK", "HOME", "APP_SWITCH");

  /** {@code UiAutomation.ROTATION_UNFREEZE}. */
  private static final int UNFREEZE = -2;

  private static volatile @Nullable DeviceLine device;
  private static @Nullable AccessibilityServiceInfo service;

  private Automation() {}

  /**
   * Instrumentation begins.
   *
   * @param line the device's; null without one
   */
  public static void begin(@Nullable DeviceLine line) {
    device = line;
  }

  private static boolean isOwn() {
    return device == null || onMain(() -> Phone.part(Activities.class).isShown());
  }

  private static <T> T onMain(Callable<T> action) {
    try {
      if (Looper.getMainLooper().equals(Looper.myLooper())) {
        return action.call();
      }
      var task = new FutureTask<>(action);
      new Handler(Looper.getMainLooper()).post(task);
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a script in the device's shell. */
  static byte[] shell(String script) {
    DeviceLine line = device;
    if (line == null) {
      throw new IllegalStateException("there is no shell: this run is not on a device");
    }
    try {
      return line.shell(script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The windows on the screen as XML. */
  static String hierarchy() {
    return isOwn()
        ? onMain(() -> Hierarchy.xml(Windows.onScreen(), Phone.current().packageName()))
        : new String(shell("uiautomator dump /dev/tty"), StandardCharsets.UTF_8);
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static @Nullable AccessibilityNodeInfo getRootInActiveWindow(Object self) {
    List<AccessibilityNodeInfo> roots = ScreenNodes.roots();
    return roots.isEmpty() ? null : roots.getLast();
  }

  /** Of {@code UiAutomation}: as without the flag for interactive windows. */
  @Replaces(UI_AUTOMATION)
  static List<Object> getWindows(Object self) {
    return List.of();
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static boolean injectInputEvent(Object self, InputEvent event) {
    if (isOwn()) {
      return ShadowUiAutomation.injectInputEvent(event);
    }
    String script =
        switch (event) {
          case MotionEvent motion -> script(motion);
          case KeyEvent key ->
              key.getAction() == KeyEvent.ACTION_DOWN && key.getRepeatCount() == 0
                  ? "input keyevent " + key.getKeyCode()
                  : "";
          default -> "";
        };
    return script.isEmpty() || shell(script).length == 0;
  }

  private static String script(MotionEvent event) {
    String action =
        switch (event.getActionMasked()) {
          case MotionEvent.ACTION_DOWN -> "DOWN";
          case MotionEvent.ACTION_MOVE -> "MOVE";
          case MotionEvent.ACTION_UP -> "UP";
          case MotionEvent.ACTION_CANCEL -> "CANCEL";
          default -> "";
        };
    return action.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "input motionevent %s %d %d",
            action,
            (int) event.getRawX(),
            (int) event.getRawY());
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static @Nullable Bitmap takeScreenshot(Object self) throws IOException {
    byte[] png = isOwn() ? onMain(Automation::picture) : shell("screencap -p");
    return BitmapFactory.decodeByteArray(png, 0, png.length);
  }

  /** Of {@code UiAutomation}: how the user holds the phone, which this and all apps follow. */
  @Replaces(UI_AUTOMATION)
  static boolean setRotation(Object self, int rotation) {
    List<String> changes = new ArrayList<>();
    changes.add("system/accelerometer_rotation=" + (rotation == UNFREEZE ? 1 : 0));
    if (rotation >= 0) {
      changes.add("system/user_rotation=" + rotation);
    }
    onMain(() -> {
      PhoneSettings settings = UsersSettings.current();
      for (String each : changes) {
        settings = UsersSettings.change(each);
      }
      Phone.part(Activities.class).configure(settings);
      return true;
    });
    String kind = rotation == UNFREEZE ? "free" : rotation < 0 ? "lock" : "lock " + rotation;
    return device == null || shell("wm user-rotation " + kind).length == 0;
  }

  private static byte[] picture() throws IOException {
    Path file = Files.createTempFile("dexscope", ".png");
    try {
      List<View> windows = Windows.onScreen();
      Screen.save(windows, file);
      return Files.readAllBytes(file);
    } finally {
      Files.delete(file);
    }
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static ParcelFileDescriptor executeShellCommand(Object self, String command) throws IOException {
    Path file = Files.createTempFile("dexscope", ".out");
    try {
      Files.write(file, shell(command));
      return ParcelFileDescriptor.open(file.toFile(), ParcelFileDescriptor.MODE_READ_ONLY);
    } finally {
      file.toFile().deleteOnExit();
    }
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static boolean performGlobalAction(Object self, int action) {
    String key = action > 0 && action < GLOBAL_ACTIONS.size() ? GLOBAL_ACTIONS.get(action) : "";
    if (key.isEmpty()) {
      return false;
    }
    if (isOwn()) {
      int code = Keys.code(key);
      return onMain(() -> {
        Keys.press(code);
        return true;
      });
    }
    return shell("input keyevent " + key).length == 0;
  }

  /** Of {@code UiAutomation}: each step on another app ends when that is quiet. */
  @Replaces(UI_AUTOMATION)
  static void waitForIdle(Object self, long quiet, long most) {
    // Nothing is under way.
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static AccessibilityServiceInfo getServiceInfo(Object self) {
    AccessibilityServiceInfo known = service;
    if (known == null) {
      known = new AccessibilityServiceInfo();
      service = known;
    }
    return known;
  }

  /** Of {@code UiAutomation}. */
  @Replaces(UI_AUTOMATION)
  static void setServiceInfo(Object self, AccessibilityServiceInfo info) {
    service = info;
  }
}
