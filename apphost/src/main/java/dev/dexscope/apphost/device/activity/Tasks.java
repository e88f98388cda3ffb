package dev.dexscope.apphost.device.activity;

import android.app.ActivityManager;
import android.content.ComponentName;
import android.content.Context;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Replaces;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowAppTask;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The activity manager's knowledge of the app's task. */
public final class Tasks {
  /** As {@code Activity.getTaskId}. */
  private static final int ID = 0;

  private Tasks() {}

  /**
   * Publishes it.
   *
   * @param root its first activity; null if there is none
   * @param top the one at the front
   */
  static void publish(@Nullable ComponentName root, @Nullable ComponentName top, int count) {
    ShadowActivityManager activities =
        Shadow.extract(
            RuntimeEnvironment.getApplication().getSystemService(Context.ACTIVITY_SERVICE));
    if (root == null || top == null) {
      activities.setTasks(List.of());
      setAppTasks(activities, List.of());
      return;
    }
    var running = new ActivityManager.RunningTaskInfo();
    running.id = ID;
    running.baseActivity = root;
    running.topActivity = top;
    running.numActivities = count;
    running.numRunning = count;
    describe(running, root, top, count);
    activities.setTasks(List.of(running));
    var recent = new ActivityManager.RecentTaskInfo();
    recent.id = ID;
    describe(recent, root, top, count);
    Object task = Shadow.newInstanceOf("android.app.ActivityManager$AppTask");
    ShadowAppTask shadow = Shadow.extract(task);
    shadow.setTaskInfo(recent);
    setAppTasks(activities, List.of(task));
  }

  /** Of {@code AppTask}, since level 21. */
  private static void setAppTasks(ShadowActivityManager activities, List<Object> tasks) {
    ReflectionHelpers.callInstanceMethod(
        activities, "setAppTasks", ClassParameter.from(List.class, tasks));
  }

  @SuppressWarnings("unused")
  @Replaces("android.app.ActivityManager$AppTask")
  static void finishAndRemoveTask(Object task) {
    Phone.part(Activities.class).finishTask();
  }

  /** The fields that both kinds have since level 29. */
  private static void describe(Object info, ComponentName root, ComponentName top, int count) {
    ReflectionHelpers.setField(info, "taskId", ID);
    ReflectionHelpers.setField(info, "baseActivity", root);
    ReflectionHelpers.setField(info, "topActivity", top);
    ReflectionHelpers.setField(info, "numActivities", count);
    ReflectionHelpers.setField(info, "isRunning", true);
  }
}
