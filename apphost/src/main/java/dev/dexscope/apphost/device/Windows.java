package dev.dexscope.apphost.device;

import android.content.res.Resources;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/** The content of the screen: the windows, from the activity's up to dialogs, menus and popups. */
final class Windows {
  private static final int SHOWN = 8;

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

  private Windows() {}

  /** The roots of the windows that can be seen, the lowest first. */
  static List<View> visible(@Nullable View activity) {
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

  /** Returns the name of a view's id, without package; null if it has none. */
  static @Nullable String id(View view) {
    if (view.getId() == View.NO_ID) {
      return null;
    }
    try {
      return view.getResources().getResourceEntryName(view.getId());
    } catch (Resources.NotFoundException e) {
      return null;
    }
  }

  static @Nullable String text(View view) {
    return view instanceof TextView text && text.getText() != null
        ? text.getText().toString()
        : null;
  }

  static @Nullable String description(View view) {
    return view.getContentDescription() == null ? null : view.getContentDescription() + "";
  }

  /** The view that a step means: of several the one on top, of these the first. */
  static View find(List<View> windows, Target target) {
    return switch (target) {
      case Target.Id id -> find(windows, target, each -> id.name().equals(id(each)));
      case Target.Text text -> find(windows, target, each -> text.text().equals(text(each)));
      case Target.Description text ->
          find(windows, target, each -> text.text().equals(description(each)));
      case Target.Any any -> findAny(windows, any);
      case Target.Place place ->
          throw new AppException("a place where a view is needed", place, "name the view");
    };
  }

  private static View findAny(List<View> windows, Target.Any any) {
    String words = any.words();
    List<Predicate<View>> ways =
        List.of(
            each -> words.equals(id(each)),
            each -> words.equals(text(each)),
            each -> words.equals(description(each)),
            each -> words.equalsIgnoreCase(text(each)));
    for (Predicate<View> each : ways) {
      View found = search(windows, each);
      if (found != null) {
        return found;
      }
    }
    return find(windows, any, _ -> false);
  }

  private static @Nullable View search(List<View> windows, Predicate<View> wanted) {
    for (View window : windows.reversed()) {
      for (View each : all(window)) {
        if (each.isShown() && wanted.test(each)) {
          return each;
        }
      }
    }
    return null;
  }

  private static View find(List<View> windows, Target target, Predicate<View> wanted) {
    View found = search(windows, wanted);
    if (found == null) {
      throw new AppException("no such view on the screen", target, "views: " + known(windows));
    }
    return found;
  }

  /** A few of the views that have names. */
  private static String known(List<View> windows) {
    List<String> names = new ArrayList<>();
    for (View window : windows.reversed()) {
      for (View each : all(window)) {
        String id = id(each);
        String text = text(each);
        if (each.isShown() && each.isClickable() && names.size() < SHOWN) {
          names.add(
              id != null
                  ? "id/" + id
                  : text != null ? "text/" + text : each.getClass().getSimpleName());
        }
      }
    }
    return names.isEmpty() ? "none that can be tapped" : String.join(", ", names);
  }

  /** Returns where a view is on the screen: left, top, right, bottom. */
  static int[] bounds(View view) {
    int[] at = new int[2];
    view.getLocationOnScreen(at);
    return new int[] {at[0], at[1], at[0] + view.getWidth(), at[1] + view.getHeight()};
  }

  /** For people and files. */
  static String boundsText(View view) {
    int[] at = bounds(view);
    return String.format(Locale.ROOT, "[%d,%d][%d,%d]", at[0], at[1], at[2], at[3]);
  }
}
