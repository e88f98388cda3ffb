package dev.dexscope.apphost.device.activity;

import android.app.Application;
import android.app.Instrumentation;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.InstrumentationInfo;
import android.content.pm.PackageManager;
import android.os.Bundle;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apphost.device.system.Equipment;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.TestReport;
import dev.dexscope.apps.TestReport.Outcome;
import dev.dexscope.device.guest.DeviceLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowPackageParser;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.WithType;

/**
 * The instrumentation tests of a package, as {@code am instrument} runs them: the package's
 * instrumentation replaces the framework's, its tests run on a thread of their own, and it reports
 * each by a status.
 */
public final class TestRun {
  /** The code of a test that begins, which androidx.test and its predecessors send. */
  private static final int STARTED = 1;

  /** The classes of devices' library android.test.runner, which the framework's jar lacks. */
  private static final String OLD_LIBRARY = "android.test.";

  /** A line of {@code pm list packages -f}. */
  private static final Pattern PACKAGE = Pattern.compile("package:/data/app/(.+)=([\\w.]+)");

  /** The methods that only the system calls. */
  @ForType(Instrumentation.class)
  interface SystemsInstrumentation {
    /** Gives it its place. */
    void init(
        @WithType("android.app.ActivityThread") Object thread,
        Context ownContext,
        Context appContext,
        ComponentName component,
        @WithType("android.app.IInstrumentationWatcher") Object watcher,
        @WithType("android.app.IUiAutomationConnection") @Nullable Object automation);
  }

  /** The framework's field of its instrumentation. */
  @ForType(className = "android.app.ActivityThread")
  interface SystemsThread {
    /** Changes it. */
    @Accessor("mInstrumentation")
    void setInstrumentation(Instrumentation instrumentation);
  }

  private final EventLog events;
  private final @Nullable DeviceLine device;
  private final InstrumentationLog log;
  private final Set<String> others = new HashSet<>();
  private final AtomicInteger run = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicReference<@Nullable Bundle> end = new AtomicReference<>();
  private volatile long begun;

  /**
   * @param device receives the instrumentation's reports; if null, they are printed
   * @param log receives them in any case
   */
  public TestRun(EventLog events, @Nullable DeviceLine device, InstrumentationLog log) {
    this.events = events;
    this.device = device;
    this.log = log;
  }

  /**
   * Starts the tests.
   *
   * @param file the package with them
   * @param name the class of its instrumentation
   * @param arguments {@code KEY=VALUE}
   */
  public void begin(Path file, String name, List<String> arguments) {
    Application application = RuntimeEnvironment.getApplication();
    String tests = install(application, file);
    Context own;
    Instrumentation instrumentation;
    try {
      own = application.createPackageContext(tests, Context.CONTEXT_INCLUDE_CODE);
      instrumentation =
          Class.forName(name, true, Objects.requireNonNull(AppClasses.loader()))
              .asSubclass(Instrumentation.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ClassNotFoundException e) {
      throw new AppException(
          name.startsWith(OLD_LIBRARY)
              ? "Android's library android.test.runner is not here"
              : "the instrumentation's class is in neither package",
          name,
          "use a runner that the package contains, such as androidx.test's AndroidJUnitRunner");
    } catch (ReflectiveOperationException | PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(
          "Unable to instantiate instrumentation " + name + ": " + e, e);
    }
    installOthers(application, file);
    Object thread = RuntimeEnvironment.getActivityThread();
    Reflector.reflector(SystemsInstrumentation.class, instrumentation)
        .init(thread, own, application, new ComponentName(tests, name), watcher(), null);
    Equipment.keepSystem(ShadowInstrumentation.getInstrumentation(), instrumentation);
    Reflector.reflector(SystemsThread.class, thread).setInstrumentation(instrumentation);
    var bundle = new Bundle();
    for (String each : arguments) {
      int equals = each.indexOf('=');
      bundle.putString(each.substring(0, equals), each.substring(equals + 1));
    }
    instrumentation.onCreate(bundle);
  }

  /**
   * Installs through the framework's parser and its packages, which are hidden; returns the
   * package's name.
   */
  private static String install(Application application, Path file) {
    Object read =
        ReflectionHelpers.callStaticMethod(
            ShadowPackageParser.class, "callParsePackage", ClassParameter.from(Path.class, file));
    String name = ReflectionHelpers.getField(read, "packageName");
    if (name.equals(application.getPackageName())) {
      // An app that tests itself is there.
      return name;
    }
    ApplicationInfo info = ReflectionHelpers.getField(read, "applicationInfo");
    info.sourceDir = file.toString();
    info.publicSourceDir = file.toString();
    info.uid = application.getApplicationInfo().uid;
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    ReflectionHelpers.callInstanceMethod(
        ShadowPackageManager.class,
        packages,
        "addPackageInternal",
        new ClassParameter<>(read.getClass(), read));
    return name;
  }

  /** The other packages of the device, which instrumentation may ask for and start. */
  private void installOthers(Application application, Path tests) {
    if (device == null) {
      return;
    }
    try {
      String list = new String(device.shell("pm list packages -f"), StandardCharsets.UTF_8);
      for (String line : list.lines().toList()) {
        Matcher found = PACKAGE.matcher(line);
        if (found.matches() && !isKnown(application, found.group(2))) {
          others.add(found.group(2));
          install(application, tests.resolveSibling("../" + found.group(1)).normalize());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isKnown(Application application, String name) {
    try {
      application.getPackageManager().getPackageInfo(name, 0);
      return true;
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }

  /** Starts an activity of another app, by the device; returns whether it is another's. */
  boolean startsElsewhere(Intent intent) {
    ComponentName component = intent.getComponent();
    String target = component == null ? intent.getPackage() : component.getPackageName();
    if (device == null || target == null || !others.contains(target)) {
      return false;
    }
    List<String> words = new ArrayList<>(List.of("am", "start"));
    if (component == null) {
      words.addAll(List.of("-p", target));
    } else {
      words.addAll(List.of("-n", component.flattenToString()));
    }
    if (intent.getAction() != null) {
      words.addAll(List.of("-a", intent.getAction()));
    }
    if (intent.getDataString() != null) {
      words.addAll(List.of("-d", intent.getDataString()));
    }
    Bundle extras = intent.getExtras();
    for (String key : extras == null ? Set.<String>of() : extras.keySet()) {
      Object value = extras.get(key);
      String option =
          switch (value) {
            case Boolean _ -> "--ez";
            case Integer _ -> "--ei";
            case Long _ -> "--el";
            case Float _ -> "--ef";
            case null, default -> "--es";
          };
      words.addAll(List.of(option, key, value + ""));
    }
    StringBuilder script = new StringBuilder();
    words.forEach(each -> script.append('\'').append(each.replace("'", "'\\''")).append("' "));
    try {
      device.shell(script.toString());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object watcher() {
    InvocationHandler told =
        (proxy, method, arguments) -> {
          if (method.getName().equals("instrumentationStatus")) {
            status((int) arguments[1], (Bundle) arguments[2]);
          } else if (method.getName().equals("instrumentationFinished")) {
            finished((int) arguments[1], (Bundle) arguments[2]);
          }
          return null;
        };
    try {
      Class<?> type = Class.forName("android.app.IInstrumentationWatcher");
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, told);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> texts(Bundle results) {
    Map<String, String> texts = new TreeMap<>();
    for (String each : results.keySet()) {
      texts.put(each, String.valueOf(results.get(each)));
    }
    return texts;
  }

  private void status(int code, Bundle results) {
    log.status(code, texts(results));
    if (device != null) {
      device.testStatus(false, code, texts(results));
    }
    String test = results.getString("class") + "." + results.getString("test");
    if (code == STARTED) {
      begun = System.nanoTime();
      return;
    }
    if (results.getString("test") == null) {
      return;
    }
    run.incrementAndGet();
    Outcome outcome = TestReport.outcome(code);
    String word =
        switch (outcome) {
          case PASSED -> "passed ";
          case SKIPPED -> "skipped";
          case FAILED -> "FAILED ";
        };
    events.since(Kind.STEP, test, begun);
    boolean hasFailed = outcome == Outcome.FAILED;
    if (hasFailed) {
      failed.incrementAndGet();
    }
    if (device == null) {
      System.out.printf(
          Locale.ROOT, "%s %s (%.3f s)%n", word, test, (System.nanoTime() - begun) / 1e9);
      if (hasFailed) {
        System.out.println(
            String.valueOf(results.getString("stack")).strip().indent(8).stripTrailing());
      }
    }
  }

  /** Returns the system's information about instrumentation: the running one exists. */
  @SuppressWarnings("unused") // As the framework's method has them.
  @Replaces("android.app.ApplicationPackageManager")
  static InstrumentationInfo getInstrumentationInfo(Object packages, ComponentName name, int flags)
      throws PackageManager.NameNotFoundException {
    if (!Phone.isTesting()) {
      throw new PackageManager.NameNotFoundException(name.toShortString());
    }
    var info = new InstrumentationInfo();
    info.packageName = name.getPackageName();
    info.name = name.getClassName();
    info.targetPackage = RuntimeEnvironment.getApplication().getPackageName();
    return info;
  }

  /** The instrumentation has come to its end. */
  void finished(int code, @Nullable Bundle results) {
    Bundle last = results == null ? new Bundle() : results;
    if (end.get() == null) {
      log.end(code, texts(last));
    }
    if (device != null && end.get() == null) {
      device.testStatus(true, code, texts(last));
    }
    end.set(last);
  }

  public boolean isFinished() {
    return end.get() != null;
  }

  /** Prints the sum, and returns the exit code. */
  public int conclude() {
    Bundle results = Objects.requireNonNull(end.get());
    String crash = results.getString("shortMsg");
    // Runners print failures of classes there that they report nowhere else.
    String text = results.getString("stream", "");
    boolean isUntold = failed.get() == 0 && text.contains("FAILURES!!!");
    if (device == null) {
      if (crash != null) {
        System.out.println("the tests ended early: " + crash);
      }
      if (isUntold) {
        System.out.println(text.strip());
      }
      System.out.println(run.get() + " tests, " + failed.get() + " failed");
    }
    return failed.get() > 0 || isUntold || crash != null ? 1 : 0;
  }
}
