package dev.dexscope.apphost.device.activity;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Bundle;
import android.os.Environment;
import android.os.Handler;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.device.phone.Phone;
import java.io.File;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowContextImpl;
import org.robolectric.util.reflector.Reflector;

/** Contexts have the app's classes, and send its broadcasts and stop its services. */
@Implements(className = "android.app.ContextImpl")
public class OwnContext extends ShadowContextImpl {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Context own;

  @Override
  @Implementation
  protected ClassLoader getClassLoader() {
    ClassLoader app = AppClasses.loader();
    return app == null ? getClass().getClassLoader() : app;
  }

  private static Broadcasts broadcasts() {
    return Phone.part(Broadcasts.class);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent) {
    broadcasts().send(intent, null);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent, String receiverPermission) {
    broadcasts().send(intent, receiverPermission);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent, String receiverPermission, Bundle options) {
    broadcasts().send(intent, receiverPermission);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcast(Intent intent, String receiverPermission) {
    broadcasts().sendOrdered(intent, receiverPermission, null, null, 0, null, null);
  }

  @Override
  @Implementation
  protected void sendOrderedBroadcast(
      Intent intent,
      String receiverPermission,
      @Nullable BroadcastReceiver last,
      @Nullable Handler scheduler,
      int code,
      @Nullable String data,
      @Nullable Bundle extras) {
    broadcasts().sendOrdered(intent, receiverPermission, last, scheduler, code, data, extras);
  }

  @Override
  @Implementation
  protected @Nullable ComponentName startForegroundService(Intent intent) {
    return Phone.part(Services.class).start(intent, true);
  }

  @Override
  @Implementation
  protected boolean stopService(Intent intent) {
    return Phone.part(Services.class).stop(intent);
  }

  @Override
  @Implementation
  protected @Nullable File getExternalFilesDir(@Nullable String type) {
    File folder = new File(Environment.getExternalStorageDirectory(), "Android/data");
    File files = new File(folder, Phone.current().packageName() + "/files");
    File own = type == null ? files : new File(files, type);
    return own.isDirectory() || own.mkdirs() ? own : null;
  }

  @Override
  @Implementation
  protected File[] getExternalFilesDirs(@Nullable String type) {
    return new File[] {getExternalFilesDir(type)};
  }

  @Override
  @Implementation
  protected boolean bindService(Intent intent, ServiceConnection connection, int flags) {
    return Phone.part(Services.class).bind(intent, connection, flags, null, outer());
  }

  private Context outer() {
    return Reflector.reflector(Broadcasts.SystemsContext.class, own).getOuterContext();
  }
}
