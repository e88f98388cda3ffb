package dev.dexscope.apphost.device.frames;

import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager.LayoutParams;
import dev.dexscope.apphost.device.phone.Phone;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/** The content of the screen: the windows, from the activity's up to dialogs, menus and popups. */
public final class Windows {
  /** The framework's list of windows. */
  @ForType(className = "android.view.WindowManagerGlobal")
  interface Global {
    /** The one of the process. */
    @Static
    Object getInstance();

    /** The roots of all windows, the oldest first. */
    @Accessor("mViews")
    @SuppressWarnings("NonApiType") // The field is of this type.
    ArrayList<View> getViews();
  }

  /** Knows what stands on the screen. */
  @FunctionalInterface
  public interface Top {
    /** Returns the root of the activity on top; null if there is none. */
    @Nullable View root();
  }

  private Windows() {}

  /** The roots of the windows on the screen, the lowest first. */
  public static List<View> onScreen() {
    return visible(Phone.part(Top.class).root());
  }

  /** The roots of the windows that can be seen, the lowest first. */
  static List<View> visible(@Nullable View activity) {
    if (activity != null
        && activity.getWindowToken() != null
        && activity.getVisibility() == View.INVISIBLE) {
      // It has stopped: so do its dialogs.
      return List.of();
    }
    Object global = Reflector.reflector(Global.class).getInstance();
    List<View> views = new ArrayList<>();
    for (View each : List.copyOf(Reflector.reflector(Global.class, global).getViews())) {
      if (each != null && each.getVisibility() == View.VISIBLE) {
        views.add(each);
      }
    }
    // What stands below the activity on top belongs to stopped ones.
    int from = activity == null ? -1 : views.indexOf(activity);
    return from < 0 ? views : views.subList(from, views.size());
  }

  /** The root of the window that keys go to; null without one. */
  public static @Nullable View focused() {
    for (View each : onScreen().reversed()) {
      if ((attributes(each).flags & LayoutParams.FLAG_NOT_FOCUSABLE) == 0) {
        return each;
      }
    }
    return null;
  }

  /** Gives the focus to the window that keys go to, and takes it from those below. */
  public static void moveFocus() {
    View focused = focused();
    for (View each : onScreen()) {
      Object root = Reflector.reflector(WindowSurface.SystemsView.class, each).getViewRootImpl();
      boolean isIt = each.equals(focused);
      if (root != null && each.getWindowToken() != null && each.hasWindowFocus() != isIt) {
        ShadowViewRootImpl shadow = Shadow.extract(root);
        shadow.callWindowFocusChanged(isIt);
        if (isIt) {
          SystemBars.follow(root);
        }
      }
    }
  }

  /** The root of the window that touches of a place go to; null without one. */
  public static @Nullable View at(int x, int y) {
    for (View each : onScreen().reversed()) {
      int flags = attributes(each).flags;
      int modal = LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCH_MODAL;
      boolean takesAll = (flags & modal) == 0;
      if ((flags & LayoutParams.FLAG_NOT_TOUCHABLE) == 0 && (takesAll || isIn(each, x, y))) {
        return each;
      }
    }
    return null;
  }

  /** Returns what a window is; as if by default if it is in none. */
  static LayoutParams attributes(View root) {
    return root.getLayoutParams() instanceof LayoutParams window ? window : new LayoutParams();
  }

  private static boolean isIn(View root, int x, int y) {
    int[] bounds = bounds(root);
    return x >= bounds[0] && x < bounds[2] && y >= bounds[1] && y < bounds[3];
  }

  /** A view and all in it, in the order in which they are drawn. */
  static List<View> all(View root) {
    List<View> found = new ArrayList<>();
    add(root, found);
    return found;
  }

  private static void add(View view, List<View> found) {
    found.add(view);
    if (view instanceof ViewGroup group) {
      for (int i = 0; i < group.getChildCount(); i++) {
        add(group.getChildAt(i), found);
      }
    }
  }

  /** Returns where a view is on the screen: left, top, right, bottom. */
  public static int[] bounds(View view) {
    int[] at = new int[2];
    view.getLocationOnScreen(at);
    return new int[] {at[0], at[1], at[0] + view.getWidth(), at[1] + view.getHeight()};
  }
}
