package dev.dexscope.samples.phone;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;

/** A service that notes what the system calls it for. */
public final class Counted extends Service {
  /** The one that was created last. */
  static volatile Counted last;

  /** Whether it wants to be informed of further clients. */
  static volatile boolean wantsRebind;

  @Override
  public void onCreate() {
    super.onCreate();
    last = this;
    Events.add("create");
  }

  @Override
  public int onStartCommand(Intent intent, int flags, int id) {
    Events.add("start:" + id);
    return START_NOT_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    Events.add("bind");
    return new Binder();
  }

  @Override
  public boolean onUnbind(Intent intent) {
    Events.add("unbind");
    return wantsRebind;
  }

  @Override
  public void onRebind(Intent intent) {
    Events.add("rebind");
  }

  @Override
  public void onDestroy() {
    super.onDestroy();
    Events.add("destroy");
  }
}
