package dev.dexscope.apphost.device.frames;

import android.animation.Animator;
import android.view.Choreographer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/** The callbacks of the main thread in its next frame. */
public final class FrameCallbacks {
  /** The framework's callbacks. */
  @ForType(Choreographer.class)
  interface Queues {
    /** By their type. */
    @Accessor("mCallbackQueues")
    Object[] getQueues();
  }

  /** Those of a type. */
  @ForType(className = "android.view.Choreographer$CallbackQueue")
  interface Queue {
    /** The first one. */
    @Accessor("mHead")
    @Nullable Object getHead();
  }

  /** One of them. */
  @ForType(className = "android.view.Choreographer$CallbackRecord")
  interface Callback {
    /** The one after it. */
    @Accessor("next")
    @Nullable Object getNext();

    /** Returns the object that is called. */
    @Accessor("action")
    Object getAction();
  }

  /** The framework's animators. */
  @ForType(className = "android.animation.AnimationHandler")
  interface Animators {
    /** The one of this thread. */
    @Static
    Object getInstance();

    /** Those that run; null if they have just ended. */
    @Accessor("mAnimationCallbacks")
    @SuppressWarnings("NonApiType") // The field is of this type.
    ArrayList<@Nullable Object> getCallbacks();
  }

  private FrameCallbacks() {}

  /**
   * Returns the names of the classes that the next frame calls, and of the animators that run in
   * it, except for those that repeat for ever by their own word.
   */
  public static Set<String> ending() {
    Set<String> names = new TreeSet<>();
    if (!Vsync.isRequested()) {
      return names;
    }
    for (Object queue :
        Reflector.reflector(Queues.class, Choreographer.getInstance()).getQueues()) {
      Object record = Reflector.reflector(Queue.class, queue).getHead();
      while (record != null) {
        Callback callback = Reflector.reflector(Callback.class, record);
        String name = callback.getAction().getClass().getName();
        if (name.startsWith("android.animation.AnimationHandler")) {
          addAnimators(names);
        } else {
          names.add(name);
        }
        record = callback.getNext();
      }
    }
    return names;
  }

  private static void addAnimators(Set<String> names) {
    Object handler = Reflector.reflector(Animators.class).getInstance();
    for (Object each : List.copyOf(running(handler))) {
      if (!(each instanceof Animator animator) || !isEndless(animator)) {
        names.add(each.getClass().getName());
      }
    }
  }

  private static List<Object> running(Object handler) {
    List<Object> running = new ArrayList<>();
    for (Object each : Reflector.reflector(Animators.class, handler).getCallbacks()) {
      if (each != null) {
        running.add(each);
      }
    }
    return running;
  }

  private static boolean isEndless(Animator animator) {
    // Of level 24, which is later than the interface that this is compiled against.
    long duration = ReflectionHelpers.callInstanceMethod(animator, "getTotalDuration");
    return duration == -1;
  }
}
