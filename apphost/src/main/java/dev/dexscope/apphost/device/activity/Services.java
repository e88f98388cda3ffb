package dev.dexscope.apphost.device.activity;

import android.app.ActivityManager;
import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.os.Process;
import dev.dexscope.apphost.AppClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowService;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The app's services that run. Those of other apps are not there.
 *
 * <p>As on a device, what is started, bound and stopped is known at once, on any thread; what the
 * services are called for comes to the main thread afterwards, in the order of the requests.
 */
public final class Services {
  /** The level from which on the system refuses intents that name no service. */
  private static final int EXPLICIT_ONLY = 21;

  /** How long a service may take for its notification, in milliseconds. */
  private static final long PROMISE = 30_000;

  private static final String EXCEPTION = "android.app.RemoteServiceException";

  /** The level from which on a service without its notification has its own exception. */
  private static final int OWN_EXCEPTION = 31;

  /** The notice that a connection gets since level 28. */
  @ForType(ServiceConnection.class)
  interface NewerConnection {
    /** The service has no interface. */
    void onNullBinding(ComponentName name);
  }

  /** Who wants a service's interface. */
  private static final class Client {
    final ServiceConnection connection;
    final Executor executor;
    boolean keepsUp;
    @Nullable Context owner;

    /** The arguments that it has been given. */
    @Nullable IBinder known;

    boolean isAnswered;

    Client(ServiceConnection connection, Executor executor, boolean keepsUp) {
      this.connection = connection;
      this.executor = executor;
      this.keepsUp = keepsUp;
    }
  }

  /** The interface that a service has for an intent. */
  private static final class Binding {
    final Intent intent;
    final Map<ServiceConnection, Client> clients = new LinkedHashMap<>();
    boolean isRequested;
    boolean isPublished;
    boolean wantsRebind;

    /** Whether the service has clients, as far as it knows. */
    boolean isBound;

    @Nullable IBinder binder;

    Binding(Intent intent) {
      this.intent = intent;
    }
  }

  private static final class Entry {
    final ComponentName name;
    final Map<Intent.FilterComparison, Binding> bindings = new LinkedHashMap<>();
    boolean isUp;
    boolean isStarted;

    /** Whether it has to show a notification, which it has not done yet. */
    boolean isPromised;

    /** Whether it shows a notification. */
    boolean isForeground;

    int lastStart;

    /** On the main thread only. */
    @Nullable Service service;

    Entry(ComponentName name) {
      this.name = name;
    }

    Service service() {
      return Objects.requireNonNull(service);
    }

    boolean isKept() {
      return isStarted
          || bindings.values().stream()
              .flatMap(each -> each.clients.values().stream())
              .anyMatch(each -> each.keepsUp);
    }
  }

  private final Handler main = new Handler(Looper.getMainLooper());
  private final Map<ComponentName, Entry> entries = new LinkedHashMap<>();
  private final Map<Service, Entry> byService = new HashMap<>();

  /** Returns the service of an intent; null if it is not the app's. */
  private static @Nullable ComponentName resolve(Intent intent) {
    Context app = RuntimeEnvironment.getApplication();
    ComponentName named = intent.getComponent();
    if (named == null) {
      if (intent.getPackage() == null
          && app.getApplicationInfo().targetSdkVersion >= EXPLICIT_ONLY) {
        throw new IllegalArgumentException("Service Intent must be explicit: " + intent);
      }
      ResolveInfo found = app.getPackageManager().resolveService(intent, 0);
      if (found == null || found.serviceInfo == null) {
        return null;
      }
      named = new ComponentName(found.serviceInfo.packageName, found.serviceInfo.name);
    }
    return named.getPackageName().equals(app.getPackageName()) && exists(named) ? named : null;
  }

  /** Returns whether a manifest has such a service. */
  static boolean exists(ComponentName name) {
    try {
      PackageManager packages = RuntimeEnvironment.getApplication().getPackageManager();
      return packages.getServiceInfo(name, 0) != null;
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }

  /**
   * Starts a service.
   *
   * @param isForeground whether it has to show a notification soon
   */
  public synchronized @Nullable ComponentName start(Intent intent, boolean isForeground) {
    Transactions.check(intent, null);
    ComponentName name = resolve(intent);
    if (name != null) {
      Entry entry = entries.computeIfAbsent(name, Entry::new);
      bringUp(entry);
      if (isForeground && !entry.isPromised) {
        entry.isPromised = true;
        main.postDelayed(() -> requirePromiseKept(entry), PROMISE);
      }
      entry.isStarted = true;
      int id = ++entry.lastStart;
      var copy = new Intent(intent);
      main.post(() -> entry.service().onStartCommand(copy, 0, id));
      publish();
    }
    return name;
  }

  /** A service shows a notification. */
  synchronized void showsNotification(Service service) {
    Entry entry = byService.get(service);
    if (entry != null) {
      entry.isPromised = false;
      entry.isForeground = true;
    }
  }

  /** A service does not show its notification any more. */
  synchronized void hidesNotification(Service service) {
    Entry entry = byService.get(service);
    if (entry != null) {
      entry.isForeground = false;
    }
  }

  /** Returns a line for each service that runs: its component, and its state. */
  public synchronized String running() {
    var lines = new StringBuilder();
    for (Entry each : entries.values()) {
      if (each.isUp) {
        lines.append(each.name.flattenToShortString());
        lines.append(" startRequested=").append(each.isStarted);
        lines.append(" isForeground=").append(each.isForeground).append('\n');
      }
    }
    return lines.toString();
  }

  private synchronized void requirePromiseKept(Entry entry) {
    if (entry.isPromised) {
      throw broken(
          "Context.startForegroundService() did not then call Service.startForeground():"
              + " ServiceRecord{"
              + Integer.toHexString(System.identityHashCode(entry))
              + " u0 "
              + entry.name.flattenToShortString()
              + "}");
    }
  }

  private static RuntimeException broken(String words) {
    ClassLoader framework = Context.class.getClassLoader();
    if (RuntimeEnvironment.getApiLevel() < OWN_EXCEPTION) {
      return ReflectionHelpers.callConstructor(
          ReflectionHelpers.loadClass(framework, EXCEPTION).asSubclass(RuntimeException.class),
          ClassParameter.from(String.class, words));
    }
    return ReflectionHelpers.callConstructor(
        ReflectionHelpers.loadClass(
                framework, EXCEPTION + "$ForegroundServiceDidNotStartInTimeException")
            .asSubclass(RuntimeException.class),
        ClassParameter.from(String.class, words),
        ClassParameter.from(Throwable.class, null));
  }

  /** Returns whether the service ran. */
  synchronized boolean stop(Intent intent) {
    ComponentName name = resolve(intent);
    Entry entry = name == null ? null : entries.get(name);
    if (entry == null || !entry.isUp) {
      return false;
    }
    entry.isStarted = false;
    bringDownUnlessKept(entry);
    return true;
  }

  /**
   * A service ends itself.
   *
   * @param id of the last start that it knows of; negative if it ends in any case
   * @return false if there was another start since then
   */
  synchronized boolean stopSelf(Service service, int id) {
    Entry entry = byService.get(service);
    if (entry == null || !entry.isUp || (id >= 0 && id != entry.lastStart)) {
      return false;
    }
    entry.isStarted = false;
    bringDownUnlessKept(entry);
    return true;
  }

  /**
   * Binds.
   *
   * @param executor of the connection; null for the main thread
   * @param owner with which the connection ends, if it is an activity
   */
  synchronized boolean bind(
      Intent intent,
      ServiceConnection connection,
      int flags,
      @Nullable Executor executor,
      @Nullable Context owner) {
    ComponentName name = resolve(intent);
    if (name == null) {
      return false;
    }
    Entry entry = entries.computeIfAbsent(name, Entry::new);
    Binding binding =
        entry.bindings.computeIfAbsent(
            new Intent.FilterComparison(intent), key -> new Binding(new Intent(intent)));
    boolean isFirst = binding.clients.isEmpty();
    boolean keepsUp = (flags & Context.BIND_AUTO_CREATE) != 0;
    Client client =
        binding.clients.computeIfAbsent(
            connection,
            key -> new Client(connection, executor == null ? main::post : executor, false));
    client.keepsUp |= keepsUp;
    client.owner = owner;
    if (keepsUp) {
      bringUp(entry);
    }
    if (entry.isUp && !binding.isRequested) {
      requestBind(entry, binding);
    } else if (binding.isPublished) {
      binding.isBound = true;
      connect(entry, binding, client);
      if (isFirst && binding.wantsRebind) {
        main.post(() -> entry.service().onRebind(binding.intent));
      }
    }
    publish();
    return true;
  }

  synchronized void unbind(ServiceConnection connection) {
    boolean isKnown = false;
    for (Entry entry : List.copyOf(entries.values())) {
      for (Binding binding : entry.bindings.values()) {
        if (binding.clients.remove(connection) != null) {
          isKnown = true;
          if (binding.clients.isEmpty() && binding.isBound) {
            unbind(entry, binding);
          }
        }
      }
      bringDownUnlessKept(entry);
    }
    if (!isKnown) {
      throw new IllegalArgumentException("Service not registered: " + connection);
    }
  }

  /** An activity is at its end: what it has left bound is unbound. */
  synchronized void leave(Context owner) {
    entries.values().stream()
        .flatMap(entry -> entry.bindings.values().stream())
        .flatMap(binding -> binding.clients.values().stream())
        .filter(client -> owner.equals(client.owner))
        .map(client -> client.connection)
        .toList()
        .forEach(this::unbind);
  }

  private void unbind(Entry entry, Binding binding) {
    binding.isBound = false;
    binding.wantsRebind = false;
    main.post(() -> {
      boolean wantsRebind = entry.service().onUnbind(binding.intent);
      synchronized (this) {
        binding.wantsRebind = wantsRebind;
      }
    });
  }

  private void bringUp(Entry entry) {
    if (entry.isUp) {
      return;
    }
    entry.isUp = true;
    main.post(() -> create(entry));
    for (Binding each : entry.bindings.values()) {
      if (!each.clients.isEmpty()) {
        requestBind(entry, each);
      }
    }
  }

  private void requestBind(Entry entry, Binding binding) {
    binding.isRequested = true;
    binding.isBound = true;
    main.post(() -> {
      IBinder binder = entry.service().onBind(binding.intent);
      synchronized (this) {
        binding.binder = binder;
        binding.isPublished = true;
        binding.clients.values().forEach(each -> connect(entry, binding, each));
      }
    });
  }

  /** A connection is informed once of the same interface. */
  private void connect(Entry entry, Binding binding, Client client) {
    IBinder binder = binding.binder;
    if (client.isAnswered && Objects.equals(client.known, binder)) {
      return;
    }
    client.isAnswered = true;
    client.known = binder;
    client.executor.execute(() -> {
      if (isClient(binding, client)) {
        if (binder == null) {
          Reflector.reflector(NewerConnection.class, client.connection).onNullBinding(entry.name);
        } else {
          client.connection.onServiceConnected(entry.name, binder);
        }
      }
    });
  }

  private synchronized boolean isClient(Binding binding, Client client) {
    return client.equals(binding.clients.get(client.connection));
  }

  private void bringDownUnlessKept(Entry entry) {
    if (entry.isUp && !entry.isKept()) {
      if (entry.isPromised) {
        main.post(() -> requirePromiseKept(entry));
      }
      entry.isUp = false;
      entries.remove(entry.name);
      for (Binding each : entry.bindings.values()) {
        if (each.isBound) {
          unbind(entry, each);
        }
      }
      main.post(() -> destroy(entry));
    } else if (!entry.isUp
        && entry.bindings.values().stream().allMatch(each -> each.clients.isEmpty())) {
      entries.remove(entry.name);
    }
    publish();
  }

  private void create(Entry entry) {
    String name = entry.name.getClassName();
    try {
      Class<? extends Service> type =
          Class.forName(name, true, Objects.requireNonNull(AppClasses.loader()))
              .asSubclass(Service.class);
      Service service = Robolectric.buildService(type).get();
      synchronized (this) {
        entry.service = service;
        byService.put(service, entry);
      }
      service.onCreate();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Unable to instantiate service " + name + ": " + e, e);
    }
  }

  private void destroy(Entry entry) {
    Service service = entry.service();
    service.onDestroy();
    ShadowService shadow = Shadow.extract(service);
    if (shadow.isLastForegroundNotificationAttached()) {
      // The notification of a service ends with it.
      service.stopForeground(true);
    }
    synchronized (this) {
      byService.remove(service);
    }
  }

  /** Apps look for their own services in the list of those that run. */
  private void publish() {
    var list = new ArrayList<ActivityManager.RunningServiceInfo>();
    for (Entry each : entries.values()) {
      if (each.isUp) {
        var info = new ActivityManager.RunningServiceInfo();
        info.service = each.name;
        info.pid = Process.myPid();
        info.uid = Process.myUid();
        info.process = each.name.getPackageName();
        info.started = each.isStarted;
        info.foreground = each.isForeground;
        list.add(info);
      }
    }
    ShadowActivityManager activities =
        Shadow.extract(
            RuntimeEnvironment.getApplication().getSystemService(Context.ACTIVITY_SERVICE));
    activities.setServices(list);
  }
}
