package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.ActivityManager;
import android.content.Context;
import android.content.pm.PackageManager;
import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.Rect;
import android.hardware.Camera;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.media.AudioManager;
import android.media.SoundPool;
import android.os.Build;
import android.os.Debug;
import android.os.Environment;
import android.os.Handler;
import android.os.Looper;
import android.os.Process;
import android.speech.tts.TextToSpeech;
import android.view.PixelCopy;
import android.view.View;
import android.view.WindowManager;
import android.view.inputmethod.InputMethodManager;
import android.webkit.GeolocationPermissions;
import android.webkit.WebView;
import java.io.File;
import java.io.FileInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the device has: sound, storage, memory, a browser, and Unicode. */
final class DeviceTests {
  /** The first one at which windows have them here. */
  private static final int LEVEL_OF_SURFACES = 33;

  private static final int BITMAPS = 100;

  private static final int WINDOWS = 40;

  private final PhoneTests tests;
  private final Context app;

  DeviceTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("expressionsAreOfUnicode", this::expressionsAreOfUnicode);
    tests.test("javaIsAPhones", this::javaIsAPhones);
    tests.test("soundsAreLoaded", this::soundsAreLoaded);
    tests.test("aVoiceIsReady", this::aVoiceIsReady);
    tests.test("theStorageIsAVolume", this::theStorageIsAVolume);
    tests.test("memoryIsMeasured", this::memoryIsMeasured);
    tests.test("bitmapsThatAreDroppedAreFreed", this::bitmapsThatAreDroppedAreFreed);
    tests.test("windowsThatEndAreFreed", this::windowsThatEndAreFreed);
    tests.test("theHeapIsDumped", this::theHeapIsDumped);
    tests.test("theScreenHasAMode", this::theScreenHasAMode);
    tests.test("pixelsAreCopied", this::pixelsAreCopied);
    tests.test("sensorsReportAPhoneAtRest", this::sensorsReportAPhoneAtRest);
    tests.test("theKeyboardHasALanguage", this::theKeyboardHasALanguage);
    tests.test("aBrowserIsThere", this::aBrowserIsThere);
    tests.test("theBrowserHasPartsBesidePages", this::theBrowserHasPartsBesidePages);
    tests.test("thereIsNoCamera", this::thereIsNoCamera);
    tests.test("thereIsNoShellOfRoot", this::thereIsNoShellOfRoot);
  }

  /** As ICU has them. */
  private void expressionsAreOfUnicode() {
    check("na\u00efve".matches("\\w+") && "\u0663".matches("\\d"), "words and digits");
    check("\u2003".matches("\\s") && !"\u00e9".matches("[^\\w]"), "spaces");
    same(Arrays.toString("M\u00fcller und \u00d6l".split("\\b")), "[M\u00fcller,  , und,  , \u00d6l]");
    same("a\u00e9 b".replaceAll("\\W", "-"), "a\u00e9-b");
    same("a\u0663b".replaceFirst("\\D", "-"), "-\u0663b");
    same(Arrays.toString("a\u2003b c d".split("\\s", 2)), "[a, b c d]");
    check(Pattern.compile("(?i)\u00c9").matcher("\u00e9").matches(), "cases");
    check("\u00e9".matches("\\p{Alpha}") && !"$".matches("\\p{Punct}"), "classes");
    same(Pattern.compile("\\w", Pattern.CASE_INSENSITIVE).flags(), Pattern.CASE_INSENSITIVE);
  }

  private void javaIsAPhones() throws Exception {
    String[] absent = {
      "java.awt.Color",
      "java.beans.Introspector",
      "java.lang.management.ManagementFactory",
      "javax.swing.JFrame",
      "javax.naming.Context",
      "javax.xml.stream.XMLStreamReader",
    };
    for (String each : absent) {
      refuses("ClassNotFoundException", () -> Class.forName(each));
    }
    Class.forName("java.beans.PropertyChangeSupport");
    same(KeyStore.getDefaultType(), "BKS");
    KeyStore.getInstance(KeyStore.getDefaultType()).load(null);
    same(System.getProperty("java.home"), "/system");
    same(System.getProperty("user.dir"), "/");
    same(Build.DISPLAY, Build.ID);
    same(System.getProperty("java.io.tmpdir"), app.getCacheDir().getPath());
    same(File.createTempFile("bird", null).getParentFile(), app.getCacheDir());
    same(File.createTempFile("bird", ".txt", null).getParentFile(), app.getCacheDir());
    StackTraceElement[] trace = tests.main(() -> new Exception().getStackTrace());
    for (StackTraceElement each : trace) {
      check(!each.toString().contains("robo") && !each.toString().contains("dexscope.a"), each);
    }
    StringWriter text = new StringWriter();
    new Exception().printStackTrace(new PrintWriter(text));
    check(!text.toString().contains("$$robo$$"), text);
  }

  private void soundsAreLoaded() throws Exception {
    SoundPool[] pool = new SoundPool[1];
    int[] sound = new int[1];
    tests.main(() -> {
      @SuppressWarnings("deprecation") // What level 16 has.
      SoundPool made = new SoundPool(2, AudioManager.STREAM_MUSIC, 0);
      pool[0] = made;
      made.setOnLoadCompleteListener((each, id, status) -> Events.add("loaded:" + status));
      sound[0] = made.load(app, R.raw.tone, 1);
      return null;
    });
    Events.await("loaded:0");
    check(pool[0].play(sound[0], 1, 1, 1, 0, 1) != 0, "it is played");
  }

  private void aVoiceIsReady() throws Exception {
    tests.main(() -> new TextToSpeech(app, status -> Events.add("voice:" + status)));
    Events.await("voice:" + TextToSpeech.SUCCESS);
  }

  @SuppressWarnings("deprecation") // What level 16 has.
  private void theStorageIsAVolume() throws Exception {
    File storage = Environment.getExternalStorageDirectory();
    same(
        app.getExternalFilesDir(Environment.DIRECTORY_PICTURES),
        new File(storage, "Android/data/" + app.getPackageName() + "/files/Pictures"));
    check(app.getObbDir() != null, "a folder of expansions");
    check(Environment.isExternalStorageEmulated(), "part of the phone's own");
    // Since level 24.
    List<?> volumes = (List<?>) call(app.getSystemService("storage"), "getStorageVolumes");
    same(volumes.size(), 1);
    same(call(volumes.get(0), "isPrimary"), true);
    same(call(volumes.get(0), "getState"), Environment.MEDIA_MOUNTED);
  }

  private void memoryIsMeasured() {
    Debug.MemoryInfo info = new Debug.MemoryInfo();
    Debug.getMemoryInfo(info);
    check(info.getTotalPss() > 1000, info.getTotalPss());
    ActivityManager manager = (ActivityManager) app.getSystemService(Context.ACTIVITY_SERVICE);
    Debug.MemoryInfo[] all = manager.getProcessMemoryInfo(new int[] {Process.myPid()});
    check(all[0].getTotalPss() > 1000, all[0].getTotalPss());
  }

  /** Together a gigabyte. */
  private void bitmapsThatAreDroppedAreFreed() {
    Debug.MemoryInfo info = new Debug.MemoryInfo();
    Debug.getMemoryInfo(info);
    int before = info.getTotalPss();
    for (int i = 0; i < BITMAPS; i++) {
      Bitmap bitmap = Bitmap.createBitmap(1600, 1600, Bitmap.Config.ARGB_8888);
      bitmap.eraseColor(Color.RED);
      check(bitmap.getByteCount() > 10_000_000, bitmap.getByteCount());
    }
    Debug.getMemoryInfo(info);
    int more = info.getTotalPss() - before;
    check(more < 400 << 10, more + " kB more");
  }

  /** Their pixels are more than 300 MB together. */
  private void windowsThatEndAreFreed() throws Exception {
    Debug.MemoryInfo info = new Debug.MemoryInfo();
    tests.end(tests.open(First.class));
    System.gc();
    Debug.getMemoryInfo(info);
    int before = info.getTotalPss();
    for (int i = 0; i < WINDOWS; i++) {
      tests.end(tests.open(First.class));
    }
    System.gc();
    Debug.getMemoryInfo(info);
    int more = info.getTotalPss() - before;
    check(more < 150 << 10, more + " kB more");
  }

  private void theHeapIsDumped() throws Exception {
    File dump = new File(app.getFilesDir(), "heap.hprof");
    Debug.dumpHprofData(dump.getPath());
    try (FileInputStream in = new FileInputStream(dump)) {
      byte[] head = new byte[18];
      same(in.read(head), head.length);
      same(new String(head, "US-ASCII"), "JAVA PROFILE 1.0.3");
    } finally {
      check(dump.delete(), dump);
    }
  }

  private void theScreenHasAMode() throws Exception {
    WindowManager windows = (WindowManager) app.getSystemService(Context.WINDOW_SERVICE);
    Object[] modes = (Object[]) call(windows.getDefaultDisplay(), "getSupportedModes");
    check(modes.length > 0, "a mode");
  }

  /** As tests of screens do, on their own thread. */
  private void pixelsAreCopied() throws Exception {
    if (PhoneTests.level() < LEVEL_OF_SURFACES) {
      return;
    }
    Activity first = tests.open(First.class);
    View decor = first.getWindow().getDecorView();
    tests.main(() -> {
      Runnable shown = () -> Events.add("shown");
      call(decor.getViewTreeObserver(), "registerFrameCommitCallback", shown);
      decor.setBackgroundColor(Color.RED);
      return null;
    });
    Events.await("shown");
    Bitmap copy = Bitmap.createBitmap(4, 4, Bitmap.Config.ARGB_8888);
    PixelCopy.request(
        first.getWindow(),
        new Rect(100, 600, 200, 700),
        copy,
        result -> Events.add("copied:" + result),
        new Handler(Looper.getMainLooper()));
    Events.await("copied:0");
    int pixel = copy.getPixel(2, 2);
    check(Color.red(pixel) > 250 && Color.green(pixel) + Color.blue(pixel) == 0, pixel);
    tests.end(first);
  }

  private void aBrowserIsThere() throws Exception {
    WebView view = tests.main(() -> new WebView(app));
    String agent = tests.main(() -> view.getSettings().getUserAgentString());
    check(agent.startsWith("Mozilla/5.0 (Linux; Android ") && agent.contains("; wv)"), agent);
    tests.main(() -> {
      view.getSettings().setJavaScriptEnabled(true);
      // Since level 19.
      android.webkit.ValueCallback<String> callback = value -> Events.add("value:" + value);
      return call(view, "evaluateJavascript", "(function() {})()", callback);
    });
    Events.await("value:null");
  }

  private void sensorsReportAPhoneAtRest() throws Exception {
    SensorManager sensors = (SensorManager) app.getSystemService(Context.SENSOR_SERVICE);
    Sensor sensor = sensors.getDefaultSensor(Sensor.TYPE_ACCELEROMETER);
    SensorEventListener listener =
        new SensorEventListener() {
          @Override
          public void onSensorChanged(SensorEvent event) {
            Events.add("down:" + Math.round(event.values[2]));
          }

          @Override
          public void onAccuracyChanged(Sensor of, int accuracy) {}
        };
    sensors.registerListener(listener, sensor, SensorManager.SENSOR_DELAY_NORMAL);
    Events.await("down:10");
    sensors.unregisterListener(listener);
  }

  private void theKeyboardHasALanguage() {
    InputMethodManager keyboards =
        (InputMethodManager) app.getSystemService(Context.INPUT_METHOD_SERVICE);
    same(keyboards.getCurrentInputMethodSubtype().getLocale(), "en_US");
  }

  /** As Cordova sets them up; since level 24, and 28. */
  private void theBrowserHasPartsBesidePages() throws Exception {
    Object workers = call(Class.forName("android.webkit.ServiceWorkerController"), "getInstance");
    Object settings = call(workers, "getServiceWorkerWebSettings");
    call(settings, "setAllowFileAccess", true);
    Object tracing = call(Class.forName("android.webkit.TracingController"), "getInstance");
    same(call(tracing, "isTracing"), false);
    GeolocationPermissions.getInstance().clearAll();
  }

  /** As on a phone whose maker has left it out: the permission is granted all the same. */
  private void thereIsNoCamera() throws Exception {
    PackageManager packages = app.getPackageManager();
    for (String each : new String[] {"", ".any", ".front", ".autofocus", ".flash"}) {
      check(!packages.hasSystemFeature("android.hardware.camera" + each), each);
    }
    same(Camera.getNumberOfCameras(), 0);
    check(Camera.open() == null, "none at the back");
    refuses("RuntimeException", () -> Camera.open(0));
    refuses(
        "RuntimeException",
        () -> {
          Camera.getCameraInfo(0, new Camera.CameraInfo());
          return null;
        });
    // Since level 21.
    Object cameras = app.getSystemService("camera");
    same(((String[]) call(cameras, "getCameraIdList")).length, 0);
    refuses("IllegalArgumentException", () -> call(cameras, "getCameraCharacteristics", "0"));
  }

  /** Where the process has the folders of a phone. */
  private void thereIsNoShellOfRoot() throws Exception {
    if (new File("/data/data").isDirectory()) {
      refuses("IOException", () -> Runtime.getRuntime().exec("su"));
    }
  }
}
