package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.app.Application;
import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.Display;
import android.view.View;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.OnScreenKeyboard;
import dev.dexscope.apphost.device.frames.SystemBars;
import dev.dexscope.apphost.device.frames.Windows;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.system.PhoneApps;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.control.ControlMessage.Place;
import dev.dexscope.device.guest.DeviceLine;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The app's activities, one task of them: what the system's activity manager does on a device, in
 * the order of states that it has there.
 */
public final class Activities {
  private static final String PERMISSIONS = "android.content.pm.action.REQUEST_PERMISSIONS";
  private static final String NAMES = "android.content.pm.extra.REQUEST_PERMISSIONS_NAMES";
  private static final String RESULTS = "android.content.pm.extra.REQUEST_PERMISSIONS_RESULTS";

  /** As a device would stop a program that starts one after the other without end. */
  private static final int MOST = 200;

  /** The methods of an activity that only the system may call. */
  @ForType(Activity.class)
  interface SystemsActivity {
    /** Gives it a result. */
    void dispatchActivityResult(
        @Nullable String who,
        int requestCode,
        int resultCode,
        @Nullable Intent data,
        String reason);

    /** The package that has started it. */
    @Accessor("mReferrer")
    void setReferrer(String packageName);

    /** Returns whether it is at its end. */
    boolean isDestroyed();

    /** As if it had ended itself. */
    @Accessor("mFinished")
    void setFinished(boolean isFinished);
  }

  /** The methods of an intent that only the system may call. */
  @ForType(Intent.class)
  interface SystemsIntent {
    /** Checks what it carries. */
    void prepareToLeaveProcess(Context context);
  }

  /** The level of apps whose activities save their state after they have stopped, not before. */
  private static final int SAVED_LAST = 28;

  /** Orientations of level 18. */
  private static final int USER_LANDSCAPE = 11;

  private static final int USER_PORTRAIT = 12;

  /** A change that no activity can take. */
  private static final int CONFIG_ASSETS_PATHS = 0x80000000;

  private enum State {
    CREATED,
    RESUMED,
    PAUSED,
    STOPPED
  }

  /** The result that an activity has set before its end. */
  private record Result(Launch launch, int code, @Nullable Intent data) {}

  private static final class Entry {
    final ActivityController<? extends Activity> controller;
    final Launch launch;
    final ActivityInfo info;

    /** The launch that has requested the result, which another activity may have passed on. */
    final Launch request;

    /** The receiver of the result: its activity may be recreated in between. */
    @Nullable Entry asker;

    State state = State.CREATED;

    /** The screen that it is to be shown on, when it is another one than before. */
    @Nullable Configuration changed;

    /** How it has requested the screen to be; null if only its manifest has. */
    @Nullable Integer requested;

    /** Whether it has requested to be made anew. */
    boolean isStale;

    /** Those of activities that it has started, which it gets before it resumes. */
    final List<Result> results = new ArrayList<>();

    Entry(
        ActivityController<? extends Activity> controller,
        Launch launch,
        ActivityInfo info,
        @Nullable Entry starter) {
      this.controller = controller;
      this.launch = launch;
      this.info = info;
      if ((launch.intent().getFlags() & Intent.FLAG_ACTIVITY_FORWARD_RESULT) != 0
          && starter != null) {
        this.request = starter.request;
        this.asker = starter.asker;
        starter.asker = null;
      } else {
        this.request = launch;
        this.asker = launch.requestCode() >= 0 ? starter : null;
      }
    }

    Activity activity() {
      return controller.get();
    }

    int orientation() {
      return requested == null ? info.screenOrientation : requested;
    }
  }

  private final Deque<Entry> stack = new ArrayDeque<>();
  private final ConcurrentLinkedQueue<Launch> asked = new ConcurrentLinkedQueue<>();
  private final Frames frames;
  private final EventLog events;
  private final @Nullable DeviceLine device;
  private @Nullable Launch first;

  /** Whether activities start and end now, and have been asked for more meanwhile. */
  private boolean isFollowing;

  private boolean isDelayed;

  /** Whether the user holds the phone in landscape. */
  private boolean isTurned;

  /** Whether the user has fixed it so. */
  private boolean isFixed;

  /** Whether another app or the launcher is on the screen, below which none of these comes up. */
  private boolean isBehind;

  /**
   * There are none yet.
   *
   * @param device has the screen; null without one
   */
  public Activities(Frames frames, EventLog events, @Nullable DeviceLine device) {
    this.frames = frames;
    this.events = events;
    this.device = device;
  }

  /** Remembers what the app, on any thread, wants to see: it is started when the thread is idle. */
  void ask(Launch launch) {
    // Refuses what other apps could not read.
    Reflector.reflector(SystemsIntent.class, launch.intent())
        .prepareToLeaveProcess(RuntimeEnvironment.getApplication());
    Transactions.check(launch.intent(), "Failure from system");
    ComponentName named = launch.intent().getComponent();
    if (named != null && find(launch.intent()) == null) {
      throw new ActivityNotFoundException(
          "Unable to find explicit activity class "
              + named.toShortString()
              + "; have you declared this activity in your AndroidManifest.xml?");
    }
    if (named == null && find(launch.intent()) == null && !isSystems(launch.intent())) {
      throw new ActivityNotFoundException("No Activity found to handle " + launch.intent());
    }
    asked.add(launch);
    followSoon();
  }

  /** Whether the system itself takes a request, which no filter shows. */
  private static boolean isSystems(Intent intent) {
    return PERMISSIONS.equals(intent.getAction()) || PhoneApps.isOfSettings(intent);
  }

  /** In a test, an activity starts or ends before whatever the test does next. */
  void followSoon() {
    if (Phone.isTesting()) {
      new Handler(Looper.getMainLooper()).post(this::follow);
    }
  }

  /** Remembers an activity that wants to be made anew, which it is when it is at the front. */
  void askToRecreate(Activity activity) {
    Entry entry = entry(activity);
    if (entry != null) {
      entry.isStale = true;
      followSoon();
    }
  }

  /** Returns the activity on top; null if there is none. */
  public @Nullable Activity top() {
    Entry top = stack.peek();
    return top == null ? null : top.activity();
  }

  /** Returns the root of its views; null if there is none. */
  public @Nullable View topRoot() {
    Activity top = top();
    return top == null ? null : top.getWindow().getDecorView();
  }

  /** Starts the app's first activity, for which its process was started. */
  public void begin(Intent intent) {
    long millis = ManagementFactory.getRuntimeMXBean().getUptime();
    first = Launch.ofSystem(intent, System.nanoTime() - Duration.ofMillis(millis).toNanos());
    start(first);
  }

  /**
   * Starts an activity for another program, such as a launcher. A task that was begun by the same
   * intent only moves to the front.
   */
  public void startFromOutside(Intent intent) {
    isBehind = false;
    Entry root = stack.peekLast();
    boolean isThere = root != null && root.launch.intent().filterEquals(intent);
    Entry top = stack.peek();
    if (isThere && top != null) {
      resume(top);
      return;
    }
    if (find(intent) == null) {
      throw new AppException("no such activity", intent, "the manifest names those that there are");
    }
    Launch launch = Launch.ofSystem(intent, System.nanoTime());
    if (stack.isEmpty()) {
      first = launch;
    }
    start(launch);
  }

  /** Ends all activities, and starts the first one anew. */
  public void relaunch() {
    if (first == null) {
      throw new AppException("no activity to start again", "relaunch", "start one before");
    }
    while (!stack.isEmpty()) {
      end(stack.pop());
    }
    asked.clear();
    start(Launch.ofSystem(first.intent(), System.nanoTime()));
    moved(Place.FRONT);
  }

  private void moved(Place place) {
    isBehind = place == Place.HOME;
    if (device != null) {
      device.moved(place);
    }
  }

  /** Returns whether one of them is on the screen. */
  public boolean isShown() {
    Entry top = stack.peek();
    return top != null && top.state == State.RESUMED;
  }

  /** The device shows the app's windows, or those of another one. */
  public void show(boolean isShown) {
    isBehind = !isShown;
    Entry top = stack.peek();
    if (top != null && isShown && top.state == State.STOPPED) {
      resume(top);
    } else if (!isShown) {
      stopTop();
    }
  }

  /** The app goes below what was on the screen before it. */
  void moveToBack() {
    if (isShown()) {
      stopTop();
      moved(Place.BACK);
    }
  }

  private void stopTop() {
    Entry top = stack.peek();
    if (top != null && top.state == State.RESUMED) {
      top.controller.userLeaving();
      stop(top);
    }
  }

  /** Starts and ends activities as requested by the app; returns whether there were requests. */
  boolean follow() {
    if (isFollowing) {
      // One of them draws its first frame, which may do what the main thread has to do next.
      isDelayed = true;
      return false;
    }
    isFollowing = true;
    try {
      return followAll();
    } finally {
      isFollowing = false;
      if (isDelayed) {
        isDelayed = false;
        followSoon();
      }
    }
  }

  /** Returns whether activities are on their way up or down. */
  boolean isFollowing() {
    return isFollowing;
  }

  private boolean followAll() {
    boolean wasShown = isShown();
    boolean any = startAndEnd();
    if (wasShown && stack.isEmpty()) {
      moved(Place.BACK);
    } else if (!wasShown && isShown()) {
      moved(Place.FRONT);
    }
    return any;
  }

  private boolean startAndEnd() {
    boolean any = false;
    for (Launch next = asked.poll(); next != null; next = asked.poll()) {
      any = true;
      if (PERMISSIONS.equals(next.intent().getAction())) {
        answer(next);
      } else if (isBehind && !Phone.isTesting()) {
        // Since level 29, what the user does not see starts nothing that he would.
        events.now(Kind.ABSENT, "an activity from behind the screen for " + next.intent());
      } else {
        start(next);
      }
    }
    any |= endFinished();
    Entry top = stack.peek();
    if (top != null && top.state == State.RESUMED) {
      turn(top.orientation());
      any |= update(top);
    }
    if (top != null && top.state == State.RESUMED) {
      Windows.moveFocus();
      any |= OnScreenKeyboard.follow();
    }
    return any;
  }

  /** The activity below is shown first; one that has ended is stopped and destroyed after it. */
  private boolean endFinished() {
    var ended = new ArrayList<Entry>();
    for (Entry each : List.copyOf(stack)) {
      if (each.activity().isFinishing()) {
        pause(each);
        stack.remove(each);
        ended.add(each);
        keepResult(each);
      }
    }
    Entry top = stack.peek();
    if (!ended.isEmpty() && top != null) {
      resume(top);
    }
    ended.forEach(Activities::end);
    if (!ended.isEmpty()) {
      publish();
    }
    return !ended.isEmpty();
  }

  private static void keepResult(Entry ended) {
    Entry asker = ended.asker;
    if (asker != null) {
      // Robolectric keeps it there, not in the activity's own fields.
      ShadowActivity shadow = Shadow.extract(ended.activity());
      asker.results.add(
          new Result(ended.request, shadow.getResultCode(), shadow.getResultIntent()));
    }
  }

  private static void deliver(
      Launch launch, @Nullable Activity asker, int code, @Nullable Intent data) {
    if (asker != null && launch.requestCode() >= 0 && !asker.isFinishing()) {
      Reflector.reflector(SystemsActivity.class, asker)
          .dispatchActivityResult(launch.who(), launch.requestCode(), code, data, "activityResult");
    }
  }

  /** All permissions that the manifest requests are granted, except for those that are denied. */
  private void answer(Launch request) {
    String[] names = request.intent().getStringArrayExtra(NAMES);
    int[] results = new int[names.length];
    Application application = RuntimeEnvironment.getApplication();
    for (int i = 0; i < names.length; i++) {
      results[i] = application.checkCallingOrSelfPermission(names[i]);
    }
    deliver(
        request,
        request.asker(),
        Activity.RESULT_OK,
        new Intent(PERMISSIONS).putExtra(NAMES, names).putExtra(RESULTS, results));
  }

  private static @Nullable ActivityInfo find(Intent intent) {
    PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
    ComponentName named = intent.getComponent();
    if (named != null) {
      try {
        return packages.getActivityInfo(named, PackageManager.GET_META_DATA);
      } catch (PackageManager.NameNotFoundException e) {
        return null;
      }
    }
    ResolveInfo found = packages.resolveActivity(intent, PackageManager.MATCH_DEFAULT_ONLY);
    return found == null ? null : found.activityInfo;
  }

  private void start(Launch launch) {
    Intent intent = launch.intent();
    ActivityInfo info = find(intent);
    if (info == null || !isHere(info.packageName)) {
      events.now(Kind.ABSENT, "another app for " + intent);
      deliver(launch, launch.asker(), Activity.RESULT_CANCELED, null);
      return;
    }
    if (!stack.isEmpty() && reuse(launch, info)) {
      return;
    }
    if (stack.size() >= MOST) {
      throw new IllegalStateException("more than " + MOST + " activities");
    }
    Entry below = stack.peek();
    if (below != null) {
      if (below.state == State.RESUMED
          && (intent.getFlags() & Intent.FLAG_ACTIVITY_NO_USER_ACTION) == 0) {
        below.controller.userLeaving();
      }
      pause(below);
    }
    create(launch, info);
    if (below != null && stack.peek() != below && !below.activity().isFinishing()) {
      stop(below);
      if ((below.info.flags & ActivityInfo.FLAG_NO_HISTORY) != 0
          || (below.launch.intent().getFlags() & Intent.FLAG_ACTIVITY_NO_HISTORY) != 0) {
        below.activity().finish();
        followSoon();
      }
    }
  }

  /** Whether a package's code is here: the app's, and that of its tests. */
  private static boolean isHere(String name) {
    return name.equals(packageName()) || (Phone.isTesting() && !PhoneApps.isOne(name));
  }

  private static String packageName() {
    Context application = RuntimeEnvironment.getApplication();
    return application.getPackageName();
  }

  /** An activity that is there already takes the intent: launch modes and flags. */
  private boolean reuse(Launch launch, ActivityInfo info) {
    int flags = launch.intent().getFlags();
    if ((flags & 0x8000) != 0) { // FLAG_ACTIVITY_CLEAR_TASK, since level 11.
      while (!stack.isEmpty()) {
        end(stack.pop());
      }
      return false;
    }
    if ((flags & Intent.FLAG_ACTIVITY_REORDER_TO_FRONT) != 0
        && (flags & Intent.FLAG_ACTIVITY_CLEAR_TOP) == 0) {
      return moveToFront(launch, info);
    }
    boolean isSingleTask =
        info.launchMode == ActivityInfo.LAUNCH_SINGLE_TASK
            || info.launchMode == ActivityInfo.LAUNCH_SINGLE_INSTANCE;
    boolean isSingleTop =
        isSingleTask
            || info.launchMode == ActivityInfo.LAUNCH_SINGLE_TOP
            || (flags & Intent.FLAG_ACTIVITY_SINGLE_TOP) != 0;
    boolean clears = isSingleTask || (flags & Intent.FLAG_ACTIVITY_CLEAR_TOP) != 0;
    Entry found = null;
    for (Entry each : stack) {
      boolean isIt = each.activity().getClass().getName().equals(className(info));
      boolean mayBe = each == stack.peek() ? isSingleTop || clears : clears;
      if (isIt && mayBe) {
        found = each;
        break;
      }
    }
    if (found == null) {
      return false;
    }
    while (stack.peek() != found) {
      end(stack.pop());
    }
    if (!isSingleTop) {
      end(stack.pop());
      return false;
    }
    if (found.state == State.RESUMED) {
      pause(found);
    }
    found.controller.newIntent(launch.intent());
    resume(found);
    return true;
  }

  private boolean moveToFront(Launch launch, ActivityInfo info) {
    Entry top = stack.peek();
    for (Entry each : stack) {
      if (each.activity().getClass().getName().equals(className(info))) {
        if (top != null) {
          pause(top);
        }
        stack.remove(each);
        stack.push(each);
        publish();
        each.controller.newIntent(launch.intent());
        resume(each);
        if (top != null && !top.equals(each)) {
          stop(top);
        }
        return true;
      }
    }
    return false;
  }

  /** Ends an activity and those directly below it that belong together with it. */
  void finishAffinity(Activity activity) {
    Entry first = entry(activity);
    boolean isBelow = false;
    for (Entry each : List.copyOf(stack)) {
      isBelow |= each.equals(first);
      if (isBelow && first != null) {
        if (!Objects.equals(each.info.taskAffinity, first.info.taskAffinity)) {
          break;
        }
        Reflector.reflector(SystemsActivity.class, each.activity()).setFinished(true);
      }
    }
    followSoon();
  }

  /** Ends all of them, as the app requests of its task. */
  void finishTask() {
    for (Entry each : stack) {
      Reflector.reflector(SystemsActivity.class, each.activity()).setFinished(true);
    }
    followSoon();
  }

  /** Returns whether an activity was destroyed. */
  boolean isGone(Activity activity) {
    // android.app.Activity.isDestroyed, since level 17.
    return Reflector.reflector(SystemsActivity.class, activity).isDestroyed();
  }

  /** Returns whether an activity is the first one of the task. */
  boolean isRoot(Activity activity) {
    Entry root = stack.peekLast();
    return root != null && root.activity().equals(activity);
  }

  /** Apps look for themselves in the lists of tasks. */
  private void publish() {
    Entry top = stack.peek();
    Entry root = stack.peekLast();
    if (top == null || root == null) {
      Tasks.publish(null, null, 0);
    } else {
      Tasks.publish(
          root.activity().getComponentName(), top.activity().getComponentName(), stack.size());
    }
  }

  private @Nullable Entry entry(@Nullable Activity activity) {
    for (Entry each : stack) {
      if (each.activity().equals(activity)) {
        return each;
      }
    }
    return null;
  }

  private static String className(ActivityInfo info) {
    return info.targetActivity == null ? info.name : info.targetActivity;
  }

  @SuppressWarnings("unchecked")
  private void create(Launch launch, ActivityInfo info) {
    Class<? extends Activity> type;
    try {
      type =
          (Class<? extends Activity>)
              Class.forName(className(info), true, Objects.requireNonNull(AppClasses.loader()));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "Unable to instantiate activity ComponentInfo{"
              + info.packageName
              + "/"
              + className(info)
              + "}: "
              + e,
          e);
    }
    var intent = new Intent(launch.intent());
    intent.setComponent(new ComponentName(info.packageName, info.name));
    String name = type.getSimpleName();
    Entry entry;
    try (var _ = events.phase(Kind.PHASE, name + " create")) {
      turn(info.screenOrientation);
      Entry starter = entry(launch.asker());
      entry = new Entry(Robolectric.buildActivity(type, intent), launch, info, starter);
      introduce(entry, starter);
      stack.push(entry);
      publish();
      entry.controller.create();
    }
    if (entry.activity().isFinishing()) {
      return;
    }
    try (var _ = events.phase(Kind.PHASE, name + " start")) {
      entry.controller.start().postCreate(null);
    }
    try (var _ = events.phase(Kind.PHASE, name + " resume")) {
      entry.controller.resume();
      entry.state = State.RESUMED;
    }
    try (var _ = events.phase(Kind.PHASE, name + " first layout")) {
      show(entry);
    }
    displayed(entry, false);
  }

  private void displayed(Entry entry, boolean isFully) {
    if (device != null) {
      String activity = entry.activity().getComponentName().flattenToShortString();
      long nanos = System.nanoTime() - entry.launch.nanos();
      device.displayed(activity, isFully, Duration.ofNanos(nanos));
    }
  }

  /** An activity has all of its content. */
  void fullyDrawn(Activity activity) {
    Phone.current().happened(Kind.FULLY_DRAWN, activity.getClass().getName());
    Entry entry = entry(activity);
    if (entry != null) {
      displayed(entry, true);
    }
  }

  /** Who has started it, and wants a result of it. */
  private static void introduce(Entry entry, @Nullable Entry starter) {
    ShadowActivity shadow = Shadow.extract(entry.activity());
    Entry asker = entry.asker;
    if (asker != null) {
      shadow.setCallingActivity(asker.activity().getComponentName());
      shadow.setCallingPackage(packageName());
    }
    Reflector.reflector(SystemsActivity.class, entry.activity())
        .setReferrer(starter == null ? PhoneApps.HOME : packageName());
  }

  /** Its window is attached in its first frame, and gets the focus then. */
  private void show(Entry entry) {
    entry.controller.topActivityResumed(true).visible();
    View window = entry.activity().getWindow().getDecorView();
    frames.first();
    if (window.getWindowToken() != null) {
      entry.controller.windowFocusChanged(true);
    }
  }

  private static void pause(Entry entry) {
    if (entry.state == State.RESUMED) {
      entry.controller.topActivityResumed(false).pause().windowFocusChanged(false);
      entry.state = State.PAUSED;
    }
  }

  private static void stop(Entry entry) {
    if (entry.state == State.PAUSED || entry.state == State.RESUMED) {
      pause(entry);
      boolean isKept = !entry.activity().isFinishing();
      boolean isSavedLast =
          RuntimeEnvironment.getApplication().getApplicationInfo().targetSdkVersion >= SAVED_LAST;
      if (isKept && !isSavedLast) {
        entry.controller.saveInstanceState(new Bundle());
      }
      entry.controller.stop();
      if (isKept && isSavedLast) {
        entry.controller.saveInstanceState(new Bundle());
      }
      // As the system's side does: what nobody sees is not drawn.
      entry.activity().getWindow().getDecorView().setVisibility(View.INVISIBLE);
      entry.state = State.STOPPED;
    }
  }

  private void resume(Entry entry) {
    if (entry.activity().isFinishing() || entry.state == State.RESUMED) {
      return;
    }
    turn(entry.orientation());
    if (entry.state == State.STOPPED) {
      // This starts it, too.
      entry.controller.restart();
    } else if (entry.state != State.PAUSED) {
      entry.controller.start();
    }
    for (Result each : List.copyOf(entry.results)) {
      deliver(each.launch, entry.activity(), each.code, each.data);
    }
    entry.results.clear();
    entry.controller.resume();
    show(entry);
    entry.state = State.RESUMED;
    update(entry);
  }

  private static void end(Entry entry) {
    Reflector.reflector(SystemsActivity.class, entry.activity()).setFinished(true);
    if (entry.state != State.CREATED) {
      stop(entry);
    }
    Activity activity = entry.activity();
    entry.controller.destroy();
    Phone.part(Services.class).leave(activity);
  }

  /** The user turns the phone; the screen follows unless the activity on top forbids it. */
  public void rotate() {
    isTurned = !isTurned;
    Entry top = stack.peek();
    turn(top == null ? ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED : top.orientation());
    if (top != null) {
      update(top);
    }
  }

  /** Remembers how an activity wants the screen to be, from when it is at the front. */
  void askToTurn(Activity activity, int orientation) {
    Entry entry = entry(activity);
    if (entry != null) {
      entry.requested = orientation;
      followSoon();
    }
  }

  /** The user looks at the last apps, of which there is one: it goes, or comes back. */
  public void switchOver() {
    Entry top = stack.peek();
    if (top != null && top.state == State.STOPPED) {
      resume(top);
      moved(Place.FRONT);
    } else {
      leave();
    }
  }

  /** Turns the screen as an activity wants it; those below receive that when they are shown. */
  private void turn(int orientation) {
    if (hasTurned(orientation)) {
      changed();
    }
  }

  private boolean hasTurned(int orientation) {
    boolean isLandscape = isLandscape(orientation);
    Resources resources = RuntimeEnvironment.getApplication().getResources();
    int now = resources.getConfiguration().orientation;
    if (isLandscape == (now == Configuration.ORIENTATION_LANDSCAPE)) {
      return false;
    }
    // With the size: Robolectric would turn the whole points of the one before, and lose pixels.
    RuntimeEnvironment.setQualifiers("+" + UsersSettings.current().qualifiers(isLandscape));
    return true;
  }

  /** The display has a quarter of a turn to the left unless the user has fixed it otherwise. */
  private static void setRotation(PhoneSettings settings) {
    Display display = ShadowDisplay.getDefaultDisplay();
    int rotation = settings.rotation();
    if ((display.getRotation() - rotation) % 2 == 0 && display.getRotation() != rotation) {
      ShadowDisplay shadow = Shadow.extract(display);
      shadow.setRotation(rotation);
    }
  }

  private void changed() {
    Application application = RuntimeEnvironment.getApplication();
    Configuration now = application.getResources().getConfiguration();
    application.onConfigurationChanged(now);
    for (Entry each : stack) {
      each.changed = now;
    }
  }

  /** The app has started with what the user has set before. */
  public void configure() {
    configure(UsersSettings.current());
  }

  /** The user has changed the settings: screen, language, night mode, size of texts. */
  public void configure(PhoneSettings settings) {
    Resources resources = RuntimeEnvironment.getApplication().getResources();
    Configuration before = new Configuration(resources.getConfiguration());
    if (settings.isTurned() != isFixed) {
      isFixed = settings.isTurned();
      isTurned = isFixed;
    }
    SystemBars.set(settings.hasBars(), settings.hasGestures());
    OnScreenKeyboard.set(settings.hasKeyboard());
    RuntimeEnvironment.setQualifiers("+" + settings.qualifiers());
    RuntimeEnvironment.setFontScale(settings.fontScale());
    Entry top = stack.peek();
    hasTurned(top == null ? ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED : top.orientation());
    setRotation(settings);
    if (before.diff(resources.getConfiguration()) == 0) {
      return;
    }
    Locale.setDefault(resources.getConfiguration().locale);
    changed();
    if (top != null && top.state == State.RESUMED) {
      update(top);
    }
  }

  /** The user goes to the launcher: the app is not on the screen until it is started again. */
  public void leave() {
    if (isShown()) {
      stopTop();
      moved(Place.HOME);
    }
  }

  private boolean isLandscape(int orientation) {
    return switch (orientation) {
      case ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE,
          ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE,
          ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE,
          USER_LANDSCAPE ->
          true;
      case ActivityInfo.SCREEN_ORIENTATION_PORTRAIT,
          ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT,
          ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT,
          USER_PORTRAIT ->
          false;
      default -> {
        PhoneScreen screen = UsersSettings.current().screen();
        yield isTurned != screen.width() > screen.height();
      }
    };
  }

  /**
   * Gives an activity what has changed, or makes it anew if it does not take such changes; returns
   * whether there was something.
   */
  @SuppressWarnings("deprecation") // Otherwise it takes the change itself.
  private boolean update(Entry entry) {
    Configuration changed = entry.changed;
    if (changed == null && !entry.isStale) {
      return false;
    }
    Activity before = entry.activity();
    Resources resources = RuntimeEnvironment.getApplication().getResources();
    if (entry.isStale) {
      entry.controller.configurationChange(
          resources.getConfiguration(), resources.getDisplayMetrics(), CONFIG_ASSETS_PATHS);
    } else {
      entry.controller.configurationChange(changed);
    }
    entry.changed = null;
    entry.isStale = false;
    if (!entry.activity().equals(before)) {
      show(entry);
    }
    return true;
  }
}
