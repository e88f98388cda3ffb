package dev.dexscope.apphost.device.activity;

import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import dev.dexscope.apphost.device.phone.Phone;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPendingIntent;

/**
 * The requests that alarms and notifications send: broadcasts find the receivers of the manifest,
 * too.
 */
@Implements(PendingIntent.class)
public class OwnPendingIntents extends ShadowPendingIntent {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private PendingIntent own;

  @Override
  @Implementation
  protected void send(
      Context context,
      int code,
      @Nullable Intent intent,
      PendingIntent.@Nullable OnFinished onFinished,
      @Nullable Handler handler,
      @Nullable String requiredPermission,
      @Nullable Bundle options)
      throws PendingIntent.CanceledException {
    boolean isOnce = (getFlags() & PendingIntent.FLAG_ONE_SHOT) != 0;
    if (isBroadcast() && !isCanceled()) {
      var sent = new Intent(getSavedIntent());
      if (intent != null && !isImmutable()) {
        sent.fillIn(intent, getFlags());
      }
      broadcast(sent, code, onFinished, handler, requiredPermission);
    } else {
      super.send(context, code, intent, onFinished, handler, requiredPermission, options);
    }
    if (isOnce) {
      cancel();
    }
  }

  private void broadcast(
      Intent intent,
      int code,
      PendingIntent.@Nullable OnFinished onFinished,
      @Nullable Handler handler,
      @Nullable String permission) {
    Broadcasts broadcasts = Phone.part(Broadcasts.class);
    if (onFinished == null) {
      broadcasts.send(intent, permission);
      return;
    }
    var last =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent sent) {
            onFinished.onSendFinished(
                own, sent, getResultCode(), getResultData(), getResultExtras(false));
          }
        };
    broadcasts.sendOrdered(intent, permission, last, handler, code, null, null);
  }
}
