package dev.dexscope.apphost.device.frames;

import android.os.Looper;
import java.lang.reflect.Array;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowDisplayEventReceiver;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Constructor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.WithType;

/**
 * The screen's signal that a frame begins. Whoever wants one (a {@code Choreographer}) requests it,
 * and gets it at the beginning of the next frame, which {@link Frames} decides. Robolectric's would
 * come at once, at the call, so that an endless animation never returned.
 */
@Implements(className = "android.view.DisplayEventReceiver", isInAndroidSdk = false)
public class Vsync extends ShadowDisplayEventReceiver {
  private static final int S = 31;

  /** The framework copies as many, however many are used. */
  private static final int TIMELINES = 7;

  private static final Set<Object> REQUESTED = ConcurrentHashMap.newKeySet();

  private static int frame;

  /** The signal's data since level 31; of earlier frames, if none has begun yet. */
  private static @Nullable Object latest;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object receiver;

  /** The framework's end of the signal. */
  @ForType(className = "android.view.DisplayEventReceiver")
  interface Receiver {
    /** Up to level 30. */
    void onVsync(long nanos, long display, int frame);

    /** Since level 31. */
    void onVsync(
        long nanos,
        long display,
        int frame,
        @WithType("android.view.DisplayEventReceiver$VsyncEventData") Object data);

    /** The queue of the thread that waits for it. */
    @Accessor("mMessageQueue")
    Object getQueue();
  }

  /** Makes the data of a signal. */
  @ForType(className = "android.view.DisplayEventReceiver$VsyncEventData")
  interface EventData {
    /** As level 35 has it. */
    @Constructor
    Object make(
        @WithType("[Landroid.view.DisplayEventReceiver$VsyncEventData$FrameTimeline;")
            Object timelines,
        int preferred,
        int count,
        long interval);
  }

  /** Makes the times of a frame. */
  @ForType(className = "android.view.DisplayEventReceiver$VsyncEventData$FrameTimeline")
  interface Timeline {
    /** With the time at which it is shown, and that at which it has to be ready. */
    @Constructor
    Object make(long id, long presentation, long deadline);
  }

  /** Of {@code DisplayEventReceiver}. */
  @Implementation
  protected void scheduleVsync() {
    REQUESTED.add(receiver);
  }

  /** Of {@code DisplayEventReceiver}. */
  @Implementation(minSdk = S)
  protected @ClassName("android.view.DisplayEventReceiver$VsyncEventData") @Nullable Object
      getLatestVsyncEventData() {
    return latest;
  }

  /** Returns whether the main thread, which calls this, waits for the next frame. */
  public static boolean isRequested() {
    Object main = Looper.myQueue();
    for (Object each : REQUESTED) {
      if (Reflector.reflector(Receiver.class, each).getQueue().equals(main)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Begins a frame: posts the signal to all threads that have requested it.
   *
   * @param nanos of the framework's clock
   * @param interval until the next one
   */
  static void deliver(long nanos, long interval) {
    boolean hasData = RuntimeEnvironment.getApiLevel() >= S;
    frame++;
    Object data = hasData ? data(nanos, interval) : null;
    latest = data;
    for (Object each : Set.copyOf(REQUESTED)) {
      REQUESTED.remove(each);
      Receiver to = Reflector.reflector(Receiver.class, each);
      if (data == null) {
        to.onVsync(nanos, 0L, frame);
      } else {
        to.onVsync(nanos, 0L, frame, data);
      }
    }
  }

  private static Object data(long nanos, long interval) {
    try {
      Class<?> type =
          Class.forName("android.view.DisplayEventReceiver$VsyncEventData$FrameTimeline");
      Object timelines = Array.newInstance(type, TIMELINES);
      long end = nanos + interval;
      for (int i = 0; i < TIMELINES; i++) {
        Array.set(
            timelines, i, Reflector.reflector(Timeline.class).make(frame, end + interval, end));
      }
      return Reflector.reflector(EventData.class).make(timelines, 0, 1, interval);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
