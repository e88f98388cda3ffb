package dev.dexscope.apphost.device.frames;

import android.view.View;
import java.util.HashSet;
import java.util.Set;

/**
 * The views with surfaces that the framework has requested a picture for, as it does before it
 * shows a window: on a phone nobody sees the window, or can touch it, until the picture is there.
 * How long that takes depends on the machine, and on what its OpenGL compiles first.
 */
public final class DuePictures {
  private static final Set<View> DUE = new HashSet<>();

  private DuePictures() {}

  /** A picture was requested for this view. */
  public static void request(View view) {
    synchronized (DUE) {
      DUE.add(view);
    }
  }

  /** This view has its picture, or needs none any more. */
  public static void end(View view) {
    synchronized (DUE) {
      DUE.remove(view);
    }
  }

  /** Nobody waits for those that are due now. */
  public static void giveUp() {
    synchronized (DUE) {
      DUE.clear();
    }
  }

  /** Returns whether there is one to wait for; for the main thread. */
  public static boolean areAwaited() {
    synchronized (DUE) {
      DUE.removeIf(each -> each.getWindowToken() == null);
      return !DUE.isEmpty();
    }
  }
}
