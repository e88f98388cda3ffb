package dev.dexscope.apphost.device;

import android.app.Activity;
import android.app.Application;
import android.content.ComponentName;
import android.content.ContentProvider;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import android.content.pm.ResolveInfo;
import android.content.pm.Signature;
import android.net.Uri;
import android.text.Editable;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import android.widget.TextView;
import dev.dexscope.apk.manifest.Instrumentation;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.Orders;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.Natives;
import dev.dexscope.apps.Step;
import dev.dexscope.apps.Target;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.device.guest.DeviceLine;
import dev.dexscope.natives.NativeLibraries;
import dev.dexscope.natives.elf.Machine;
import dev.dexscope.observe.recording.ScenarioRecording;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAlarmManager;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowSigningInfo;
import org.robolectric.util.ReflectionHelpers;

/** One run of an app on the device, from its first class to its last step. */
public final class Session implements Callable<Integer> {
  /** Exit code of commands that could not write a requested file. */
  private static final int LOST_FILE = 4;

  /** The property of a process that is to reach nobody else. */
  private static final String OFFLINE = "dexscope.offline";

  private static @Nullable Session current;

  private final AndroidSandbox sandbox;
  private final AppManifest manifest;
  private final AppRequest request;
  private final EventLog events;
  private final Orders orders;
  private final @Nullable DeviceLine device;
  private @Nullable Frames frames;
  private @Nullable Activities activities;
  private @Nullable Networks networks;
  private @Nullable Broadcasts broadcasts;
  private @Nullable Jobs jobs;
  private @Nullable Services services;

  /** Instrumentation tests that run; null where steps are done instead. */
  private @Nullable TestRun tests;

  /** Made by the host's side, which cannot name this class. */
  public Session(
      AndroidSandbox sandbox,
      AppManifest manifest,
      AppRequest request,
      EventLog events,
      Orders orders,
      @Nullable DeviceLine device) {
    this.sandbox = sandbox;
    this.manifest = manifest;
    this.request = request;
    this.events = events;
    this.orders = orders;
    this.device = device;
    current = this;
  }

  static Session current() {
    return Objects.requireNonNull(current);
  }

  String packageName() {
    return manifest.packageName();
  }

  boolean isApp(String packageName) {
    return manifest.packageName().equals(packageName);
  }

  /** The app's packages beside its base. */
  String[] splits() {
    List<Path> all = request.packages();
    return all.stream().skip(1).map(Path::toString).toArray(String[]::new);
  }

  /** Returns whether libraries of the app's packages run. */
  boolean hasLibraries() {
    return request.natives() == Natives.AUTO && NativeLibraries.isSupported();
  }

  /** Returns the folder of the app's native libraries. */
  String libraries() {
    return request.translatedLibraries().toString();
  }

  /** Returns whether tests run, which do to the app what they want. */
  static boolean isTesting() {
    return current != null && current.tests != null;
  }

  /** Returns whether the app reaches no other machine. */
  static boolean isOffline() {
    return Boolean.getBoolean(OFFLINE);
  }

  TestRun tests() {
    return Objects.requireNonNull(tests);
  }

  Activities activities() {
    return Objects.requireNonNull(activities);
  }

  Frames frames() {
    return Objects.requireNonNull(frames);
  }

  /** The app reports something that is part of the run's result. */
  void happened(Kind kind, String name) {
    events.now(kind, name);
  }

  /** The app ends its process. */
  void ended(String how) {
    events.now(Kind.ENDED, how);
    keepTrace();
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(0);
  }

  private String top() {
    Activity top = activities().top();
    return top == null ? "no activity" : top.getClass().getName();
  }

  Jobs jobs() {
    return Objects.requireNonNull(jobs);
  }

  Broadcasts broadcasts() {
    return Objects.requireNonNull(broadcasts);
  }

  Services services() {
    return Objects.requireNonNull(services);
  }

  /** Gives the exit code. */
  @Override
  public Integer call() {
    Thread.setDefaultUncaughtExceptionHandler((thread, crash) -> {
      crashed(thread, crash);
      keepTrace();
      if (device != null) {
        device.flush();
      }
      Runtime.getRuntime().halt(1);
    });
    int exitCode = outcome();
    if (frames != null) {
      frames.rest();
    }
    try {
      endTrace();
      return exitCode;
    } catch (LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
      return LOST_FILE;
    }
  }

  private void endTrace() {
    file("the app's recording", ScenarioRecording::end);
    // If no trace was requested, the app may have started its own.
    file(request.trace().isEmpty() ? "the app's trace" : request.trace(), MethodTracing::stop);
  }

  /** Ends the trace before the process ends early, so that it contains what happened until then. */
  private void keepTrace() {
    try {
      endTrace();
    } catch (LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
    }
  }

  private int outcome() {
    try {
      return run();
    } catch (LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
      return LOST_FILE;
    } catch (AppException e) {
      System.err.println("dexscope: " + e.getMessage());
      return 2;
    } catch (Throwable e) {
      crashed(Thread.currentThread(), e);
      return 1;
    }
  }

  /** A requested file could not be written, which is not the app's fault. */
  private static final class LostFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostFileException(String line, Exception cause) {
      super(line, cause);
    }
  }

  private interface FileWork {
    void run() throws IOException;
  }

  /** Runs the work that writes a requested file. */
  private static void file(Object name, FileWork work) {
    try {
      work.run();
    } catch (RefusedFileException e) {
      throw new LostFileException(e.getMessage() + "", e);
    } catch (IOException e) {
      String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
      throw new LostFileException(
          (reason == null ? "cannot be written" : reason)
              + ", "
              + name
              + "; check the path and the free space",
          e);
    }
  }

  /** As ART's runtime prints it. */
  private void crashed(Thread thread, Throwable crash) {
    System.err.println("E AndroidRuntime: FATAL EXCEPTION: " + thread.getName());
    System.err.println(
        "E AndroidRuntime: Process: "
            + manifest.packageName()
            + ", PID: "
            + ProcessHandle.current().pid());
    crash.printStackTrace();
    events.now(Kind.CRASH, crash.toString());
  }

  private int run() throws IOException {
    long begin = System.nanoTime();
    Environment.setUp(sandbox, manifest, request);
    // As on a device: services that the app looks up are its own, not those of the framework's
    // host.
    Thread.currentThread().setContextClassLoader(AppClasses.loader());
    if (hasLibraries()) {
      ShadowBuild.setSupported64BitAbis(new String[] {Machine.X86_64.abi()});
      ShadowBuild.setSupportedAbis(new String[] {Machine.X86_64.abi()});
    }
    ShadowAlarmManager.setAutoSchedule(true);
    var watchdog = new Watchdog(manifest.packageName(), request.pace(), events, this::keepTrace);
    // In a debugger, under a device's commands, and for tests the main thread may stand still.
    watchdog.begin(device == null && request.agents().isEmpty() && request.tests().isEmpty());
    watchdog.starts();
    frames = new Frames(request.pace(), watchdog, events, this::top);
    activities = new Activities(frames, events);
    services = new Services();
    broadcasts = new Broadcasts();
    jobs = new Jobs();
    events.since(Kind.PHASE, "framework", begin);
    begin = System.nanoTime();
    Application application = RuntimeEnvironment.getApplication();
    events.since(Kind.PHASE, "application", begin);
    if (!request.tests().isEmpty()) {
      return test(Path.of(request.tests()));
    }
    begin = System.nanoTime();
    activities().begin(intent(application, request.start()));
    Idle idle = idle();
    idle.untilQuiet();
    events.since(Kind.PHASE, "launch until quiet", begin);
    for (int i = 0; i < request.warmups(); i++) {
      boolean isLast = i == request.warmups() - 1;
      if (isLast && request.takesPictures()) {
        takePicture(0);
      }
      steps(idle, false, isLast && request.takesPictures());
      activities().relaunch();
      idle.untilQuiet();
    }
    String recording = System.getProperty(AppRequest.RECORDING);
    if (recording != null) {
      recordAsItIs(Path.of(recording), idle);
    }
    if (!request.trace().isEmpty()) {
      record();
      relaunch(idle);
    }
    steps(idle, true, false);
    obey(idle);
    if (activities().top() == null) {
      System.err.println("dexscope: the app has ended all its activities");
    }
    figures();
    return 0;
  }

  /** Lets the main thread do what the tests' own thread wants of it. */
  private int test(Path file) throws IOException {
    String instrumentation;
    try (ZipArchive archive = ZipArchive.open(file)) {
      instrumentation =
          Manifest.of(archive).instrumentations().stream()
              .findFirst()
              .map(Instrumentation::className)
              .orElseThrow(() ->
                  new AppException(
                      "no instrumentation", file, "its manifest has to name a test runner"));
    }
    if (!request.trace().isEmpty()) {
      record();
    }
    var run = new TestRun(events, device, new InstrumentationLog(request.testLog()));
    tests = run;
    run.begin(file, instrumentation, request.testArguments());
    Idle idle = idle();
    while (!run.isFinished()) {
      idle.frame();
    }
    figures();
    return run.conclude();
  }

  private Idle idle() {
    return new Idle(frames(), activities(), Objects.requireNonNull(networks), events);
  }

  private void figures() {
    var runtime = Runtime.getRuntime();
    events.figure("heap bytes", runtime.totalMemory() - runtime.freeMemory());
  }

  private void relaunch(Idle idle) {
    try (var _ = events.phase(Kind.PHASE, "relaunch")) {
      activities().relaunch();
      idle.untilQuiet();
    }
  }

  /** The steps without a trace, which makes short methods longer; samples show where they are. */
  private void recordAsItIs(Path file, Idle idle) throws IOException {
    if (!ScenarioRecording.begin(file)) {
      return;
    }
    events.restart();
    relaunch(idle);
    steps(idle, true, false);
    ScenarioRecording.end();
    events.continueIn(AppRequest.tracedEvents(request.folder()));
  }

  /** Begins the trace; times of events count from its first record. */
  private void record() {
    Path trace = Path.of(request.trace());
    long interval = Long.getLong(AppRequest.PLATFORM_SAMPLES, 0);
    TraceRequest calls = TraceRequest.EVERYTHING;
    file(
        trace,
        () ->
            MethodTracing.start(
                interval == 0 ? calls : calls.withPlatform(Duration.ofMillis(interval)), trace));
    events.restart();
  }

  private void grant(Application application) {
    try {
      PackageInfo info =
          application
              .getPackageManager()
              .getPackageInfo(application.getPackageName(), PackageManager.GET_PERMISSIONS);
      List<String> granted = new ArrayList<>();
      if (info.requestedPermissions != null) {
        granted.addAll(List.of(info.requestedPermissions));
      }
      granted.removeAll(request.denied());
      ShadowApplication shadow = Shadow.extract(application);
      shadow.grantPermissions(granted.toArray(String[]::new));
      flagGranted(application, granted);
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Notes which of the requested permissions the app has. */
  private void flagGranted(Application application, List<String> granted) {
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    PackageInfo info = packages.getInternalMutablePackageInfo(application.getPackageName());
    if (info.requestedPermissions == null) {
      return;
    }
    info.requestedPermissionsFlags = new int[info.requestedPermissions.length];
    for (int i = 0; i < info.requestedPermissions.length; i++) {
      info.requestedPermissionsFlags[i] =
          PackageInfo.REQUESTED_PERMISSION_REQUIRED
              | (granted.contains(info.requestedPermissions[i])
                  ? PackageInfo.REQUESTED_PERMISSION_GRANTED
                  : 0);
    }
  }

  /** Performs the system's part before an application's own start. */
  void beforeStart(Application application) {
    grant(application);
    Phone.equip(application);
    Environment.nameFolders(application);
    StrictPolicies.begin(application);
    networks = new Networks(application, !isOffline());
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    PackageInfo info = packages.getInternalMutablePackageInfo(application.getPackageName());
    if (hasLibraries()) {
      info.applicationInfo.nativeLibraryDir = libraries();
    }
    sign(info);
    providers(application);
  }

  /** Apps compare their signers with those that they expect. */
  private void sign(PackageInfo info) {
    Signature[] signers = manifest.signers().stream().map(Signature::new).toArray(Signature[]::new);
    if (signers.length != 0) {
      info.signatures = signers;
      // Since level 28.
      Object signing = Shadow.newInstanceOf("android.content.pm.SigningInfo");
      ShadowSigningInfo shadow = Shadow.extract(signing);
      shadow.setSignatures(signers);
      ReflectionHelpers.setField(info, "signingInfo", signing);
    }
  }

  /** Makes the content providers of the app's own process. */
  private void providers(Application application) {
    long begin = System.nanoTime();
    try {
      PackageInfo info =
          application
              .getPackageManager()
              .getPackageInfo(
                  application.getPackageName(),
                  PackageManager.GET_PROVIDERS | PackageManager.GET_META_DATA);
      ProviderInfo[] providers = info.providers;
      if (providers == null) {
        return;
      }
      List<ProviderInfo> sorted = new ArrayList<>(List.of(providers));
      sorted.sort((a, b) -> Integer.compare(b.initOrder, a.initOrder));
      for (ProviderInfo each : sorted) {
        if (each.processName == null || each.processName.equals(application.getPackageName())) {
          @SuppressWarnings("unchecked")
          var type =
              (Class<? extends ContentProvider>)
                  Class.forName(each.name, true, Objects.requireNonNull(AppClasses.loader()));
          Robolectric.buildContentProvider(type).create(each);
        }
      }
    } catch (PackageManager.NameNotFoundException | ClassNotFoundException e) {
      throw new IllegalStateException("Unable to get provider: " + e, e);
    }
    events.since(Kind.PHASE, "content providers", begin);
  }

  /** Returns the intent that starts the app: its launcher's, or the requested one. */
  private Intent intent(Application application, String start) {
    if (start.startsWith("intent:")) {
      return parsed(start);
    }
    Intent intent = new Intent(Intent.ACTION_MAIN);
    if (start.isEmpty()) {
      intent.addCategory(Intent.CATEGORY_LAUNCHER);
      List<ResolveInfo> found = application.getPackageManager().queryIntentActivities(intent, 0);
      if (found.isEmpty()) {
        throw new AppException(
            "the app has no launcher activity",
            request.packages().getFirst(),
            "name one: --start .SomeActivity");
      }
      intent.setComponent(
          new ComponentName(application.getPackageName(), found.getFirst().activityInfo.name));
    } else if (start.indexOf('/') >= 0) {
      intent.setComponent(Objects.requireNonNull(ComponentName.unflattenFromString(start), start));
    } else if (isActivity(application, start)) {
      intent.setComponent(
          new ComponentName(application.getPackageName(), full(application, start)));
    } else {
      intent.setAction(start);
    }
    if (!request.data().isEmpty()) {
      intent.setData(Uri.parse(request.data()));
    }
    for (String each : request.extras()) {
      int equals = each.indexOf('=');
      intent.putExtra(each.substring(0, equals), each.substring(equals + 1));
    }
    return intent;
  }

  /** As Android writes intents into one line. */
  private static Intent parsed(String uri) {
    try {
      return Intent.parseUri(uri, Intent.URI_INTENT_SCHEME);
    } catch (URISyntaxException e) {
      throw new AppException("no intent", uri, e.getMessage() + "");
    }
  }

  private static String full(Application application, String name) {
    return name.startsWith(".") ? application.getPackageName() + name : name;
  }

  private static boolean isActivity(Application application, String name) {
    try {
      application
          .getPackageManager()
          .getActivityInfo(
              new ComponentName(application.getPackageName(), full(application, name)), 0);
      return true;
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }

  /** The windows on the screen, the lowest first. */
  List<View> windows() {
    Activity top = activities().top();
    return Windows.visible(top == null ? null : top.getWindow().getDecorView());
  }

  private void steps(Idle idle, boolean counts, boolean isShown) {
    var finger = new Finger(idle);
    List<Step> steps = request.script().steps();
    for (int i = 0; i < steps.size(); i++) {
      if (counts) {
        try (var _ = events.phase(Kind.STEP, request.script().text().get(i))) {
          perform(steps.get(i), finger, idle, true);
        }
      } else {
        perform(steps.get(i), finger, idle, false);
      }
      if (isShown) {
        takePicture(i + 1);
      }
    }
  }

  /** Executes orders from outside, until their sender ends them. */
  private void obey(Idle idle) throws IOException {
    var finger = new Finger(idle);
    orders.answer(AppSession.DONE);
    while (!orders.isEnded()) {
      frames().rest();
      String order = orders.next(!request.isRealTime());
      if (order != null) {
        orders.answer(obey(order, finger, idle));
      } else if (!orders.isEnded()) {
        idle.frame();
      }
    }
  }

  private String obey(String order, Finger finger, Idle idle) {
    try (var _ = events.phase(Kind.STEP, order)) {
      perform(Step.parse(order), finger, idle, true);
      return AppSession.DONE;
    } catch (AppException | LostFileException e) {
      return e.getMessage() + "";
    }
  }

  private void takePicture(int step) {
    Path file = request.picture(step);
    file(
        file,
        () -> {
          Files.createDirectories(file.getParent());
          Screen.save(windows(), file);
        });
  }

  /** No time passes for a picture: it shows what is there. */
  private void perform(Step step, Finger finger, Idle idle, boolean counts) {
    step(step, finger, idle, counts);
    if (!(step instanceof Step.Screenshot)) {
      idle.untilQuiet();
    }
  }

  private void step(Step step, Finger finger, Idle idle, boolean counts) {
    switch (step) {
      case Step.Tap(Target.Place(int x, int y), boolean isLong) -> finger.tap(x, y, isLong);
      case Step.Tap(Target target, boolean isLong) ->
          finger.tap(Nodes.find(windows(), target), isLong);
      case Step.Type(Target target, String text) -> type(Nodes.field(windows(), target), text);
      case Step.Keys(String text) -> type(text);
      case Step.Swipe swipe ->
          finger.swipe(swipe.fromX(), swipe.fromY(), swipe.toX(), swipe.toY(), swipe.millis());
      case Step.Fling(Step.Direction direction) -> fling(finger, direction);
      case Step.Rotate() -> activities().rotate();
      case Step.Back() -> finger.back();
      case Step.Wait(long millis) -> idle.advance(millis);
      case Step.Monkey(int count, long seed) -> monkey(count, seed, finger, idle);
      case Step.Screenshot(Path file) -> {
        if (counts) {
          file(file, () -> Screen.save(windows(), file));
          events.now(Kind.SCREENSHOT, file.toString());
        }
      }
      case Step.Tree(String file) -> {
        if (counts) {
          tree(file);
        }
      }
      case Step.Relaunch() -> activities().relaunch();
      case Step.Start(String activity) ->
          activities().startFromOutside(intent(RuntimeEnvironment.getApplication(), activity));
    }
  }

  private static void type(Node node, String text) {
    if (!node.type(text)) {
      throw new AppException("no field for text", node.className(), "text needs the field itself");
    }
  }

  private void type(String text) {
    View focused = null;
    for (View each : windows()) {
      View inside = each.findFocus();
      focused = inside == null ? focused : inside;
    }
    if (focused instanceof TextView field && field.getEditableText() != null) {
      Editable edited = field.getEditableText();
      int end = Math.max(0, Math.max(field.getSelectionStart(), field.getSelectionEnd()));
      int start = Math.max(0, Math.min(field.getSelectionStart(), field.getSelectionEnd()));
      edited.replace(start, end, text);
      return;
    }
    // Views that draw their fields themselves get the text as from a keyboard.
    InputConnection keyboard =
        focused == null ? null : focused.onCreateInputConnection(new EditorInfo());
    if (keyboard == null) {
      throw new AppException("no field has the focus", text, "tap one first");
    }
    keyboard.commitText(text, 1);
  }

  private void fling(Finger finger, Step.Direction direction) {
    var metrics = RuntimeEnvironment.getApplication().getResources().getDisplayMetrics();
    int width = metrics.widthPixels;
    int height = metrics.heightPixels;
    int near = 3;
    switch (direction) {
      case UP -> finger.swipe(width / 2, height * near / 4, width / 2, height / 4, 300);
      case DOWN -> finger.swipe(width / 2, height / 4, width / 2, height * near / 4, 300);
      case LEFT -> finger.swipe(width * near / 4, height / 2, width / 4, height / 2, 300);
      case RIGHT -> finger.swipe(width / 4, height / 2, width * near / 4, height / 2, 300);
    }
  }

  private void monkey(int count, long seed, Finger finger, Idle idle) {
    System.err.println("dexscope: monkey:" + count + "@" + seed);
    var monkey = new Monkey(seed, this);
    for (int i = 0; i < count; i++) {
      if (activities().top() == null) {
        activities().relaunch();
      }
      monkey.play(finger);
      idle.untilQuiet();
    }
  }

  private void tree(String file) {
    List<View> windows = windows();
    if (file.isEmpty()) {
      System.out.print(ViewTree.text(windows));
      return;
    }
    String text = file.endsWith(".json") ? ViewTree.json(windows) : ViewTree.text(windows);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    file(file, () -> OutputFile.write(Path.of(file), out -> out.write(bytes)));
  }
}
