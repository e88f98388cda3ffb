package dev.dexscope.samples.birdbook.tests;

import android.app.AlarmManager;
import android.app.Instrumentation;
import android.app.PendingIntent;
import android.content.ActivityNotFoundException;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.Bitmap;
import android.graphics.drawable.Drawable;
import android.hardware.Sensor;
import android.hardware.SensorManager;
import android.net.Uri;
import android.os.BatteryManager;
import android.os.Build;
import android.os.Environment;
import android.os.Process;
import android.os.StatFs;
import android.os.SystemClock;
import android.provider.Settings;
import android.view.inputmethod.InputMethodManager;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.spec.AlgorithmParameterSpec;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;

/**
 * What an app gets from the system. Each test has what Android's documentation states, and apps
 * rely on; on a phone all of them pass.
 */
final class SystemTests {
  private static final int SECONDS = 20;

  private final Instrumentation instrumentation;
  private final Context app;
  private final String name;

  SystemTests(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.app = instrumentation.getTargetContext();
    this.name = app.getPackageName();
  }

  /** Runs all of them. */
  void run(BirdBookTests tests) {
    if (new File("/data/data").isDirectory()) {
      tests.test("itsFoldersAreThoseOfAPhone", this::itsFoldersAreThoseOfAPhone);
      tests.test("aDatabaseIsFoundByItsPath", this::aDatabaseIsFoundByItsPath);
      tests.test("theStorageHasItsNames", this::theStorageHasItsNames);
      tests.test("theProcessHasThePackagesName", this::theProcessHasThePackagesName);
      tests.test("fontsAreThere", this::fontsAreThere);
    }
    tests.test("thereIsSpace", this::thereIsSpace);
    tests.test("theBatteryIsFull", this::theBatteryIsFull);
    tests.test("alarmsComeByTheClock", this::alarmsComeByTheClock);
    tests.test("settingsHaveValues", this::settingsHaveValues);
    tests.test("aPhoneHasFeatures", this::aPhoneHasFeatures);
    tests.test("thePackageIsInstalled", this::thePackageIsInstalled);
    tests.test("thereAreOtherApps", this::thereAreOtherApps);
    tests.test("thereAreSensors", this::thereAreSensors);
    tests.test("thereIsAKeyboard", this::thereIsAKeyboard);
    tests.test("keysAreKept", this::keysAreKept);
    tests.test("socketsHaveATrustManager", this::socketsHaveATrustManager);
    tests.test("namesHaveNoAddress", this::namesHaveNoAddress);
    tests.test("theMainThreadHasTheProcesssNumber", this::theMainThreadHasTheProcesssNumber);
    tests.test("theDeviceHasAName", this::theDeviceHasAName);
    tests.test("imagesAreReadFromFiles", this::imagesAreReadFromFiles);
    tests.test("imagesAreReadFromThePackage", this::imagesAreReadFromThePackage);
    tests.test("pagesAreReported", this::pagesAreReported);
  }

  private static void check(boolean is, Object what) {
    if (!is) {
      throw new AssertionError(String.valueOf(what));
    }
  }

  private static void same(Object is, Object expected) {
    check(expected.equals(is), "expected " + expected + " but was " + is);
  }

  private static void write(File file, String text) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write(text.getBytes("UTF-8"));
    }
  }

  private static String read(File file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      byte[] bytes = new byte[1000];
      return new String(bytes, 0, Math.max(0, in.read(bytes)), "UTF-8");
    }
  }

  private static void await(CountDownLatch latch, String what) throws InterruptedException {
    check(latch.await(SECONDS, TimeUnit.SECONDS), what + " has not come");
  }

  private void itsFoldersAreThoseOfAPhone() throws IOException {
    same(app.getFilesDir().getPath(), "/data/user/0/" + name + "/files");
    app.openFileOutput("own.txt", Context.MODE_PRIVATE).close();
    check(new File("/data/data/" + name + "/files/own.txt").exists(), "own.txt");
    File preferences = new File("/data/data/" + name + "/shared_prefs/some.xml");
    app.getSharedPreferences("some", Context.MODE_PRIVATE).edit().putInt("a", 1).commit();
    check(preferences.exists(), preferences);
  }

  /** Apps copy a database from their package to the place where it is on a phone. */
  private void aDatabaseIsFoundByItsPath() {
    String path = "/data/data/" + name + "/databases/";
    check(new File(path).isDirectory() || new File(path).mkdirs(), path);
    SQLiteDatabase made = SQLiteDatabase.openOrCreateDatabase(path + "birds.db", null);
    made.execSQL("create table if not exists bird (name text)");
    made.close();
    SQLiteDatabase found =
        SQLiteDatabase.openDatabase(
            app.getDatabasePath("birds.db").getPath(), null, SQLiteDatabase.OPEN_READONLY);
    found.rawQuery("select * from bird", null).close();
    found.close();
  }

  private void theStorageHasItsNames() throws IOException {
    same(Environment.getExternalStorageState(), Environment.MEDIA_MOUNTED);
    File storage = Environment.getExternalStorageDirectory();
    same(storage.getPath(), "/storage/emulated/0");
    write(new File("/sdcard/note.txt"), "a note");
    same(read(new File(storage, "note.txt")), "a note");
    same(new File("/mnt/sdcard/note.txt").getCanonicalPath(), "/storage/emulated/0/note.txt");
  }

  private void theProcessHasThePackagesName() throws IOException {
    same(read(new File("/proc/self/cmdline")).trim(), name);
    same(read(new File("/proc/" + Process.myPid() + "/cmdline")).trim(), name);
  }

  private void fontsAreThere() {
    check(new File("/system/fonts/Roboto-Regular.ttf").isFile(), "Roboto");
  }

  @SuppressWarnings("deprecation") // What level 16 has.
  private void thereIsSpace() {
    for (File each :
        new File[] {Environment.getDataDirectory(), Environment.getExternalStorageDirectory()}) {
      StatFs figures = new StatFs(each.getPath());
      long free = (long) figures.getAvailableBlocks() * figures.getBlockSize();
      check(free > 1L << 30, each + ": " + free);
      check((long) figures.getBlockCount() * figures.getBlockSize() > free, each);
    }
  }

  private void theBatteryIsFull() {
    Intent state = app.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
    same(state.getIntExtra(BatteryManager.EXTRA_LEVEL, -1), 100);
  }

  private void alarmsComeByTheClock() throws Exception {
    final CountDownLatch come = new CountDownLatch(2);
    BroadcastReceiver receiver =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent intent) {
            come.countDown();
          }
        };
    register(receiver, "by.clock");
    register(receiver, "by.time");
    AlarmManager alarms = (AlarmManager) app.getSystemService(Context.ALARM_SERVICE);
    alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 300, alarm("by.clock"));
    alarms.set(
        AlarmManager.ELAPSED_REALTIME, SystemClock.elapsedRealtime() + 300, alarm("by.time"));
    await(come, "an alarm");
    app.unregisterReceiver(receiver);
  }

  /** From level 33 on, without which it is refused by 34, with the flag RECEIVER_NOT_EXPORTED. */
  private void register(BroadcastReceiver receiver, String action) throws Exception {
    IntentFilter filter = new IntentFilter(action);
    if (Build.VERSION.SDK_INT < 33) {
      app.registerReceiver(receiver, filter);
    } else {
      Context.class
          .getMethod(
              "registerReceiver", BroadcastReceiver.class, IntentFilter.class, int.class)
          .invoke(app, receiver, filter, 4);
    }
  }

  private PendingIntent alarm(String action) {
    return PendingIntent.getBroadcast(app, 0, new Intent(action).setPackage(name), 0x4000000);
  }

  private void settingsHaveValues() throws Settings.SettingNotFoundException {
    int brightness =
        Settings.System.getInt(app.getContentResolver(), Settings.System.SCREEN_BRIGHTNESS);
    check(brightness >= 0 && brightness < 256, brightness);
    same(Settings.System.getInt(app.getContentResolver(), "screen_off_timeout"), 60_000);
  }

  private void aPhoneHasFeatures() {
    PackageManager packages = app.getPackageManager();
    check(packages.hasSystemFeature(PackageManager.FEATURE_TOUCHSCREEN), "a touch screen");
    check(!packages.hasSystemFeature(PackageManager.FEATURE_TELEVISION), "no television");
    check(packages.getSystemAvailableFeatures().length > 0, "a list");
    same(
        app.getResources().getConfiguration().uiMode & Configuration.UI_MODE_TYPE_MASK,
        Configuration.UI_MODE_TYPE_NORMAL);
  }

  private void thePackageIsInstalled() throws PackageManager.NameNotFoundException {
    PackageManager packages = app.getPackageManager();
    PackageInfo info = packages.getPackageInfo(name, 0);
    check(info.firstInstallTime > 0 && info.lastUpdateTime > 0, "times");
    check(packages.getApplicationIcon(name) != null, "an icon");
  }

  private void thereAreOtherApps() {
    PackageManager packages = app.getPackageManager();
    Intent page = new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.com/"));
    check(packages.resolveActivity(page, 0) != null, "a browser");
    Intent home = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME);
    check(packages.resolveActivity(home, 0) != null, "a home screen");
    try {
      app.startActivity(new Intent("no.such.ACTION").addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
      throw new AssertionError("it started");
    } catch (ActivityNotFoundException e) {
      check(e.getMessage().startsWith("No Activity found to handle Intent"), e.getMessage());
    }
  }

  private void thereAreSensors() {
    SensorManager sensors = (SensorManager) app.getSystemService(Context.SENSOR_SERVICE);
    Sensor sensor = sensors.getDefaultSensor(Sensor.TYPE_ACCELEROMETER);
    check(sensor != null && sensor.getMaximumRange() > SensorManager.GRAVITY_EARTH, sensor);
  }

  private void thereIsAKeyboard() {
    InputMethodManager keyboards =
        (InputMethodManager) app.getSystemService(Context.INPUT_METHOD_SERVICE);
    check(!keyboards.getEnabledInputMethodList().isEmpty(), "none");
  }

  private void keysAreKept() throws Exception {
    KeyStore store = KeyStore.getInstance("AndroidKeyStore");
    store.load(null);
    store.setEntry("secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")), null);
    check(store.getEntry("secret", null) instanceof KeyStore.SecretKeyEntry, "a secret key");
    // Since level 23.
    Class<?> builder = Class.forName("android.security.keystore.KeyGenParameterSpec$Builder");
    Object made = builder.getConstructor(String.class, int.class).newInstance("pair", 12);
    builder.getMethod("setDigests", String[].class).invoke(made, (Object) new String[] {"SHA-256"});
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", "AndroidKeyStore");
    generator.initialize((AlgorithmParameterSpec) builder.getMethod("build").invoke(made));
    KeyPair pair = generator.generateKeyPair();
    store.getCertificate("pair").verify(pair.getPublic());
    check(store.getEntry("pair", null) instanceof KeyStore.PrivateKeyEntry, "a pair");
  }

  /** As OkHttp looks for it. */
  private void socketsHaveATrustManager() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    SSLSocketFactory factory = context.getSocketFactory();
    Object parameters = field(factory, "sslParameters");
    same(parameters.getClass().getName(), "com.android.org.conscrypt.SSLParametersImpl");
    check(field(parameters, "x509TrustManager") instanceof X509TrustManager, "a trust manager");
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private void namesHaveNoAddress() {
    for (int i = 0; i < 2; i++) {
      try {
        InetAddress.getByName("example.com");
        throw new AssertionError("it has one");
      } catch (UnknownHostException e) {
        same(
            e.getMessage(),
            "Unable to resolve host \"example.com\": No address associated with hostname");
      }
    }
  }

  private void theMainThreadHasTheProcesssNumber() {
    final int[] number = new int[1];
    instrumentation.runOnMainSync(() -> number[0] = Process.myTid());
    same(number[0], Process.myPid());
    check(Process.myTid() != Process.myPid(), "another thread");
  }

  private void theDeviceHasAName() {
    check(!Build.FINGERPRINT.contains("robolectric") && !Build.MODEL.equals("unknown"), Build.MODEL);
    check(Build.TIME > 0, Build.TIME);
    String agent = System.getProperty("http.agent");
    check(agent.startsWith("Dalvik/2.1.0 (Linux; U; Android "), agent);
  }

  private void imagesAreReadFromFiles() throws Exception {
    File file = new File(app.getCacheDir(), "dot.png");
    try (FileOutputStream out = new FileOutputStream(file)) {
      Bitmap.createBitmap(3, 2, Bitmap.Config.ARGB_8888)
          .compress(Bitmap.CompressFormat.PNG, 100, out);
    }
    // Since level 28.
    Class<?> decoder = Class.forName("android.graphics.ImageDecoder");
    Class<?> source = Class.forName("android.graphics.ImageDecoder$Source");
    Object image = decoder.getMethod("createSource", File.class).invoke(null, file);
    Bitmap read = (Bitmap) decoder.getMethod("decodeBitmap", source).invoke(null, image);
    same(read.getWidth() + "x" + read.getHeight(), "3x2");
  }

  private void imagesAreReadFromThePackage() {
    Drawable image = instrumentation.getContext().getResources().getDrawable(R.drawable.dot);
    same(image.getIntrinsicWidth() + "x" + image.getIntrinsicHeight(), "3x2");
  }

  private void pagesAreReported() throws InterruptedException {
    same(load("https://example.com/"), "begin error end ");
    same(load("file:///android_asset/a.html"), "begin error end ");
    same(load("data:text/html,<title>Birds</title><p>Wren"), "begin title=Birds end ");
  }

  private String load(final String url) throws InterruptedException {
    final StringBuffer told = new StringBuffer();
    final CountDownLatch finished = new CountDownLatch(1);
    instrumentation.runOnMainSync(() -> load(url, told, finished));
    await(finished, "the end of a page");
    return told.toString();
  }

  private void load(final String url, final StringBuffer told, final CountDownLatch finished) {
    WebView view = new WebView(app);
    view.setWebViewClient(
        new WebViewClient() {
          @Override
          public void onPageStarted(WebView view, String url, Bitmap icon) {
            told.append("begin ");
          }

          @Override
          public void onReceivedError(WebView view, int code, String text, String url) {
            told.append("error ");
          }

          @Override
          public void onPageFinished(WebView view, String url) {
            told.append("end ");
            finished.countDown();
          }
        });
    view.setWebChromeClient(
        new WebChromeClient() {
          @Override
          public void onReceivedTitle(WebView view, String title) {
            if (url.startsWith("data:")) {
              told.append("title=").append(view.getTitle()).append(' ');
            }
          }
        });
    view.loadUrl(url);
  }
}
