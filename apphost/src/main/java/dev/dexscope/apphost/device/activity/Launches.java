package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.app.Application;
import android.app.Instrumentation;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Bundle;
import android.os.IBinder;
import dev.dexscope.apphost.device.phone.Phone;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Starts what the app starts, which Robolectric only records for a test. */
@Implements(Instrumentation.class)
public class Launches extends ShadowInstrumentation {
  /** The system's part in an app's start, before the app's own. */
  @FunctionalInterface
  public interface Start {
    /** Performs it. */
    void before(Application application);
  }

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Instrumentation real;

  /** The framework's own method. */
  @ForType(Instrumentation.class)
  interface RealInstrumentation {
    /** Calls it. */
    @Direct
    void callApplicationOnCreate(Application application);
  }

  /** Permissions and providers come before the application's own start, as on a device. */
  @Implementation
  protected void callApplicationOnCreate(Application application) {
    Phone.part(Launches.Start.class).before(application);
    Reflector.reflector(RealInstrumentation.class, real).callApplicationOnCreate(application);
  }

  @Override
  @Implementation
  protected Instrumentation.@Nullable ActivityResult execStartActivity(
      Context who,
      IBinder contextThread,
      IBinder token,
      Activity target,
      Intent intent,
      int requestCode,
      Bundle options) {
    if (!isOfAnother(intent)) {
      Phone.part(Activities.class).ask(new Launch(target, null, intent, requestCode));
    }
    return null;
  }

  @Override
  @Implementation
  protected Instrumentation.@Nullable ActivityResult execStartActivity(
      Context who,
      IBinder contextThread,
      IBinder token,
      String target,
      Intent intent,
      int requestCode,
      Bundle options) {
    Activity asker = who instanceof Activity activity ? activity : null;
    if (!isOfAnother(intent)) {
      Phone.part(Activities.class).ask(new Launch(asker, target, intent, requestCode));
    }
    return null;
  }

  private static boolean isOfAnother(Intent intent) {
    return Phone.isTesting() && Phone.part(TestRun.class).startsElsewhere(intent);
  }

  /** Starts an activity, and waits until it is up. */
  @Override
  @Implementation
  protected Activity startActivitySync(Intent intent, Bundle options) {
    Activities activities = Phone.part(Activities.class);
    activities.ask(new Launch(null, null, intent, -1));
    Activity[] top = new Activity[1];
    boolean[] isBusy = new boolean[1];
    do {
      // It may be on its way up, in which the main thread does what it is given.
      real.runOnMainSync(() -> {
        isBusy[0] = activities.isFollowing();
        activities.follow();
        top[0] = activities.top();
      });
    } while (isBusy[0]);
    return top[0];
  }

  /** Of {@code Instrumentation}: the tests are at their end. */
  @Implementation
  protected void finish(int resultCode, Bundle results) {
    Phone.part(TestRun.class).finished(resultCode, results);
  }

  @Override
  protected @Nullable ComponentName startService(Intent intent) {
    return Phone.part(Services.class).start(intent, false);
  }

  @Override
  protected boolean bindService(Intent intent, ServiceConnection connection, int flags) {
    return Phone.part(Services.class).bind(intent, connection, flags, null, null);
  }

  @Override
  protected boolean bindService(
      Intent intent, int flags, Executor executor, ServiceConnection connection) {
    return Phone.part(Services.class).bind(intent, connection, flags, executor, null);
  }

  @Override
  protected void unbindService(ServiceConnection connection) {
    Phone.part(Services.class).unbind(connection);
  }
}
