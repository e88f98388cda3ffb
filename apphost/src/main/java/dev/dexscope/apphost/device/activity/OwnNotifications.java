package dev.dexscope.apphost.device.activity;

import android.app.Notification;
import android.app.NotificationManager;
import android.util.Log;
import dev.dexscope.apphost.device.phone.AppRules;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNotificationManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Notifications are shown if they have an icon and a channel, and the user permits them. */
@Implements(NotificationManager.class)
public class OwnNotifications extends ShadowNotificationManager {
  /** The level from which on each notification is of a channel. */
  private static final int CHANNELS = 26;

  /** The level from which on apps request to show some. */
  private static final int PERMITTED = 33;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private NotificationManager real;

  /** Of {@code NotificationManager}. */
  @Override
  @Implementation
  protected void notify(int id, Notification notification) {
    notify(null, id, notification);
  }

  /** Of {@code NotificationManager}. */
  @Override
  @Implementation
  protected void notify(@Nullable String tag, int id, Notification notification) {
    if (ReflectionHelpers.callInstanceMethod(notification, "getSmallIcon") == null) {
      throw new IllegalArgumentException(
          "Invalid notification (no valid small icon): " + notification);
    }
    if (areNotificationsEnabled() && hasChannel(notification)) {
      super.notify(tag, id, notification);
    }
  }

  private boolean hasChannel(Notification notification) {
    if (!AppRules.isOfLevel(CHANNELS)) {
      return true;
    }
    String id = ReflectionHelpers.callInstanceMethod(notification, "getChannelId");
    Object channel =
        id == null
            ? null
            : ReflectionHelpers.callInstanceMethod(
                real, "getNotificationChannel", ClassParameter.from(String.class, id));
    if (channel == null) {
      Log.e("NotificationService", "No Channel found for a notification of channel " + id);
    }
    return channel != null;
  }

  /** Of {@code NotificationManager}, since level 24. */
  @Override
  @Implementation
  protected boolean areNotificationsEnabled() {
    return super.areNotificationsEnabled()
        && (!AppRules.isOfLevel(PERMITTED)
            || AppRules.isGranted(
                RuntimeEnvironment.getApplication(), "android.permission.POST_NOTIFICATIONS"));
  }
}
