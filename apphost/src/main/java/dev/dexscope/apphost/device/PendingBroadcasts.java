package dev.dexscope.apphost.device;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowPendingIntent;

/** Broadcasts of alarms and notifications find the receivers of the manifest, too. */
@Implements(PendingIntent.class)
public class PendingBroadcasts extends ShadowPendingIntent {
  @Override
  @Implementation
  protected void send(
      Context context,
      int code,
      Intent intent,
      PendingIntent.OnFinished onFinished,
      Handler handler,
      String requiredPermission,
      Bundle options)
      throws PendingIntent.CanceledException {
    if (isBroadcast()) {
      Session.current().receivers().prepare(getSavedIntent());
    }
    super.send(context, code, intent, onFinished, handler, requiredPermission, options);
  }
}
