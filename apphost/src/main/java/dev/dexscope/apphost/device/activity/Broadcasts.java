package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.app.Application;
import android.app.Service;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.system.SystemManifest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowBroadcastPendingResult;
import org.robolectric.shadows.ShadowBroadcastReceiver;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The broadcasts that the app sends itself: they reach the receivers that it has registered, and
 * those that its manifest names, of which each broadcast makes a new one.
 */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Broadcasts {
  /** The level of apps from which on receivers of the manifest hear only what is meant for them. */
  private static final int ADDRESSED_ONLY = 26;

  /** The level from which on receivers state whether other apps may reach them. */
  private static final int EXPORTED = 34;

  /** {@code RECEIVER_EXPORTED} and {@code RECEIVER_NOT_EXPORTED}. */
  private static final int EXPORT = 2 | 4;

  /** The methods of a receiver that only the system calls. */
  @ForType(BroadcastReceiver.class)
  interface SystemsReceiver {
    /** Gives it the state of the broadcast. */
    void setPendingResult(BroadcastReceiver.PendingResult result);
  }

  /** The methods of a context that only the system calls. */
  @ForType(className = "android.app.ContextImpl")
  interface SystemsContext {
    /** The activity or service that it belongs to. */
    Context getOuterContext();

    /** Sets it. */
    void setOuterContext(Context context);

    /** The one for receivers of the manifest. */
    Context getReceiverRestrictedContext();
  }

  /** The state that receivers of an ordered broadcast pass on. */
  private record Result(int code, @Nullable String data, @Nullable Bundle extras) {}

  private interface Target {
    int priority();

    Handler thread();

    /** Returns the receiver; null if it has gone away. */
    @Nullable BroadcastReceiver receiver();

    Context context();
  }

  private record Registered(ShadowApplication.Wrapper wrapper, Handler main) implements Target {
    @Override
    public int priority() {
      return wrapper.intentFilter.getPriority();
    }

    @Override
    public Handler thread() {
      return wrapper.scheduler == null ? main : wrapper.scheduler;
    }

    @Override
    public @Nullable BroadcastReceiver receiver() {
      return registered().contains(wrapper) ? wrapper.broadcastReceiver : null;
    }

    @Override
    public Context context() {
      Context own = wrapper.context;
      return isSystems(own)
          ? Reflector.reflector(SystemsContext.class, own).getOuterContext()
          : own;
    }
  }

  private record Named(String name, int priority, Handler thread) implements Target {
    @Override
    public BroadcastReceiver receiver() {
      try {
        return Class.forName(name, true, Objects.requireNonNull(AppClasses.loader()))
            .asSubclass(BroadcastReceiver.class)
            .getDeclaredConstructor()
            .newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Unable to instantiate receiver " + name + ": " + e, e);
      }
    }

    @Override
    public Context context() {
      Application application = RuntimeEnvironment.getApplication();
      return Reflector.reflector(SystemsContext.class, application.getBaseContext())
          .getReceiverRestrictedContext();
    }
  }

  private final Handler main = new Handler(Looper.getMainLooper());

  /** The receivers of an activity or a service get it as their context. */
  @Precedes("android.content.ContextWrapper")
  static void attachBaseContext(ContextWrapper owner, Context base) {
    if (owner instanceof Activity || owner instanceof Service) {
      Context own = base;
      while (own instanceof ContextWrapper wrapper) {
        own = wrapper.getBaseContext();
      }
      if (isSystems(own)) {
        Reflector.reflector(SystemsContext.class, own).setOuterContext(owner);
      }
    }
  }

  @Precedes("android.app.ContextImpl")
  static void registerReceiver(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter) {
    requireExport(context, receiver, filter, 0);
  }

  @Precedes("android.app.ContextImpl")
  static void registerReceiver(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter, int flags) {
    requireExport(context, receiver, filter, flags);
  }

  @Precedes("android.app.ContextImpl")
  static void registerReceiver(
      Context context,
      @Nullable BroadcastReceiver receiver,
      IntentFilter filter,
      @Nullable String permission,
      @Nullable Handler thread) {
    requireExport(context, receiver, filter, 0);
  }

  @Precedes("android.app.ContextImpl")
  static void registerReceiver(
      Context context,
      @Nullable BroadcastReceiver receiver,
      IntentFilter filter,
      @Nullable String permission,
      @Nullable Handler thread,
      int flags) {
    requireExport(context, receiver, filter, flags);
  }

  /** Of {@code registerReceiver} with and without flags. */
  private static void requireExport(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter, int flags) {
    if (receiver == null || (flags & EXPORT) != 0 || !AppRules.isOfLevel(EXPORTED)) {
      return;
    }
    for (int i = 0; i < filter.countActions(); i++) {
      if (!SystemManifest.isProtected(filter.getAction(i))) {
        throw new SecurityException(
            context.getPackageName()
                + ": One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified when a"
                + " receiver isn't being registered exclusively for system broadcasts");
      }
    }
  }

  private static boolean isSystems(@Nullable Context context) {
    return context != null && context.getClass().getName().equals("android.app.ContextImpl");
  }

  private static List<ShadowApplication.Wrapper> registered() {
    ShadowApplication shadow = Shadow.extract(RuntimeEnvironment.getApplication());
    return shadow.getRegisteredReceivers();
  }

  /** Sends to all at once. */
  void send(Intent intent, @Nullable String permission) {
    for (Target each : targets(intent, permission)) {
      each.thread().post(() -> deliver(each, intent, new Result(-1, null, null), false, end -> {}));
    }
  }

  /**
   * Sends to one after the other.
   *
   * @param last receives the result; null for none
   * @param thread of the last one; null for the main thread
   */
  void sendOrdered(
      Intent intent,
      @Nullable String permission,
      @Nullable BroadcastReceiver last,
      @Nullable Handler thread,
      int code,
      @Nullable String data,
      @Nullable Bundle extras) {
    List<Target> sorted = new ArrayList<>(targets(intent, permission));
    sorted.sort(Comparator.comparingInt(Target::priority).reversed());
    Consumer<Result> end =
        result -> {
          if (last != null) {
            (thread == null ? main : thread)
                .post(() ->
                    receive(
                        last,
                        RuntimeEnvironment.getApplication(),
                        intent,
                        result,
                        true,
                        ignored -> {}));
          }
        };
    next(new ArrayDeque<>(sorted), intent, new Result(code, data, extras), end);
  }

  private void next(Queue<Target> left, Intent intent, Result result, Consumer<Result> end) {
    Target target = left.poll();
    if (target == null) {
      end.accept(result);
      return;
    }
    target
        .thread()
        .post(() ->
            deliver(
                target,
                intent,
                result,
                true,
                pending -> {
                  if (pending == null) {
                    next(left, intent, result, end);
                    return;
                  }
                  if (pending.getAbortBroadcast()) {
                    left.clear();
                  }
                  next(left, intent, result(pending), end);
                }));
  }

  private static Result result(BroadcastReceiver.PendingResult pending) {
    return new Result(
        pending.getResultCode(), pending.getResultData(), pending.getResultExtras(false));
  }

  /**
   * Calls one receiver.
   *
   * @param end receives the state that it has left; null if the receiver has gone away
   */
  private static void deliver(
      Target target,
      Intent intent,
      Result result,
      boolean isOrdered,
      Consumer<BroadcastReceiver.@Nullable PendingResult> end) {
    BroadcastReceiver receiver = target.receiver();
    if (receiver == null) {
      end.accept(null);
    } else {
      receive(receiver, target.context(), intent, result, isOrdered, end);
    }
  }

  private static void receive(
      BroadcastReceiver receiver,
      Context context,
      Intent intent,
      Result result,
      boolean isOrdered,
      Consumer<BroadcastReceiver.@Nullable PendingResult> end) {
    BroadcastReceiver.PendingResult pending =
        ReflectionHelpers.callStaticMethod(
            ShadowBroadcastPendingResult.class,
            "create",
            ClassParameter.from(int.class, result.code),
            ClassParameter.from(String.class, result.data),
            ClassParameter.from(Bundle.class, result.extras),
            ClassParameter.from(boolean.class, isOrdered));
    Reflector.reflector(SystemsReceiver.class, receiver).setPendingResult(pending);
    var copy = new Intent(intent);
    copy.setExtrasClassLoader(AppClasses.loader());
    var isAborted = new AtomicBoolean();
    // The receiver may finish it later, on any thread.
    ShadowBroadcastPendingResult state = Shadow.extract(pending);
    state
        .getFuture()
        .addListener(
            () -> {
              if (isAborted.get()) {
                pending.abortBroadcast();
              }
              end.accept(pending);
            },
            Runnable::run);
    ShadowBroadcastReceiver shadow = Shadow.extract(receiver);
    shadow.onReceive(context, copy, isAborted);
  }

  private List<Target> targets(Intent intent, @Nullable String permission) {
    Application app = RuntimeEnvironment.getApplication();
    String addressee = intent.getPackage();
    boolean isForOthers = addressee != null && !addressee.equals(app.getPackageName());
    if (isForOthers || !holds(app, permission)) {
      return List.of();
    }
    var found = new ArrayList<Target>();
    if (intent.getComponent() == null) {
      for (ShadowApplication.Wrapper each : registered()) {
        if (matches(app, each.intentFilter, intent) && holds(app, each.broadcastPermission)) {
          found.add(new Registered(each, main));
        }
      }
    }
    found.addAll(named(app, intent));
    return found;
  }

  private static boolean holds(Context app, @Nullable String permission) {
    return permission == null || AppRules.isGranted(app, permission);
  }

  private static boolean matches(Context app, IntentFilter filter, Intent intent) {
    return filter.match(app.getContentResolver(), intent, true, "broadcast") >= 0;
  }

  /** The receivers of the manifest. */
  private List<Target> named(Application app, Intent intent) {
    var found = new ArrayList<Target>();
    ComponentName component = intent.getComponent();
    if (component != null) {
      if (isReceiver(app, component)) {
        found.add(new Named(component.getClassName(), 0, main));
      }
      return found;
    }
    if (intent.getPackage() == null && AppRules.isOfLevel(ADDRESSED_ONLY)) {
      return found;
    }
    for (ResolveInfo each : app.getPackageManager().queryBroadcastReceivers(intent, 0)) {
      ActivityInfo info = each.activityInfo;
      if (info != null && info.packageName.equals(app.getPackageName())) {
        found.add(new Named(info.name, each.priority, main));
      }
    }
    return found;
  }

  private static boolean isReceiver(Application app, ComponentName name) {
    try {
      return name.getPackageName().equals(app.getPackageName())
          && app.getPackageManager().getReceiverInfo(name, 0) != null;
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }
}
