package dev.dexscope.apphost.device;

import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.ResolveInfo;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import dev.dexscope.apphost.AppClasses;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ServiceController;

/** The app's services that run. Those of other apps are not there. */
final class Services {
  private final Handler main = new Handler(Looper.getMainLooper());
  private final Map<String, ServiceController<? extends Service>> running = new HashMap<>();
  private final Map<ServiceConnection, ComponentName> bound = new HashMap<>();
  private int starts;

  /** Returns the service of an intent; null if it is not the app's. */
  private static @Nullable ComponentName resolve(Intent intent) {
    Context app = RuntimeEnvironment.getApplication();
    ComponentName named = intent.getComponent();
    if (named == null) {
      ResolveInfo found = app.getPackageManager().resolveService(intent, 0);
      if (found == null || found.serviceInfo == null) {
        return null;
      }
      named = new ComponentName(found.serviceInfo.packageName, found.serviceInfo.name);
    }
    return named.getPackageName().equals(app.getPackageName()) ? named : null;
  }

  @Nullable ComponentName start(Intent intent) {
    ComponentName name = resolve(intent);
    if (name != null) {
      int id = ++starts;
      main.post(() -> controller(name, intent).get().onStartCommand(intent, 0, id));
    }
    return name;
  }

  boolean bind(Intent intent, ServiceConnection connection) {
    ComponentName name = resolve(intent);
    if (name == null) {
      return false;
    }
    bound.put(connection, name);
    main.post(() -> {
      IBinder binder = controller(name, intent).get().onBind(intent);
      if (binder != null && bound.containsKey(connection)) {
        connection.onServiceConnected(name, binder);
      }
    });
    return true;
  }

  void unbind(ServiceConnection connection) {
    if (bound.remove(connection) == null) {
      throw new IllegalArgumentException("Service not registered: " + connection);
    }
  }

  @SuppressWarnings("unchecked")
  private ServiceController<? extends Service> controller(ComponentName name, Intent intent) {
    ServiceController<? extends Service> known = running.get(name.getClassName());
    if (known != null) {
      return known;
    }
    try {
      var type =
          (Class<? extends Service>)
              Class.forName(name.getClassName(), true, Objects.requireNonNull(AppClasses.loader()));
      ServiceController<? extends Service> made = Robolectric.buildService(type, intent);
      // Known before its own start, in which it may start others.
      running.put(name.getClassName(), made);
      return made.create();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Unable to instantiate service " + name.getClassName(), e);
    }
  }
}
