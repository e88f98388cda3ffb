package dev.dexscope.apphost.device;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ResolveInfo;
import dev.dexscope.apphost.AppClasses;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;

/** The receivers that the app's manifest names, made when the first broadcast for them is sent. */
final class Receivers {
  private final Set<String> made = new HashSet<>();

  /** Sees to it that those whom a broadcast is for are there. */
  void prepare(Intent intent) {
    Context app = RuntimeEnvironment.getApplication();
    for (ResolveInfo each : app.getPackageManager().queryBroadcastReceivers(intent, 0)) {
      if (each.activityInfo != null
          && each.activityInfo.packageName.equals(app.getPackageName())
          && made.add(each.activityInfo.name + " " + intent.getAction())) {
        var filter = new IntentFilter();
        if (intent.getAction() != null) {
          filter.addAction(intent.getAction());
        }
        app.registerReceiver(make(each.activityInfo.name), filter);
      }
    }
  }

  private static BroadcastReceiver make(String name) {
    try {
      return Class.forName(name, true, Objects.requireNonNull(AppClasses.loader()))
          .asSubclass(BroadcastReceiver.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Unable to instantiate receiver " + name + ": " + e, e);
    }
  }
}
