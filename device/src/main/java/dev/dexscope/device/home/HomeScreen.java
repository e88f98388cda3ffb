package dev.dexscope.device.home;

import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.base.text.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The launcher's screen: an icon for each app that can be started, from the left to the right and
 * from the top down.
 *
 * <pre>{@code
 * HomeScreen home = HomeScreen.of(screen, apps);
 * Optional<HomeScreen.Icon> touched = home.at(100, 200);
 * }</pre>
 *
 * @param icons in that order
 */
public record HomeScreen(PhoneScreen screen, List<Icon> icons) {
  /** The activity that Android's own launcher has. */
  public static final String ACTIVITY = "com.android.launcher3/.Launcher";

  static final String PACKAGE = "com.android.launcher3";

  private static final int COLUMNS = 4;

  /** An icon has this many rows on the highest screen, and less when there are more apps. */
  private static final int LEAST_ROWS = 6;

  /** Of bars and margins, in points. */
  private static final int TOP = 48;

  private static final int BOTTOM = 64;
  private static final int POINTS = 160;

  /** An app that the launcher shows. */
  public record App(String packageName, String label) {}

  /** An app at its place, in pixels. */
  public record Icon(App app, int left, int top, int right, int bottom) {
    private boolean contains(int x, int y) {
      return x >= left && x < right && y >= top && y < bottom;
    }
  }

  public HomeScreen {
    icons = List.copyOf(icons);
  }

  /** Gives each app its place. */
  public static HomeScreen of(PhoneScreen screen, List<App> apps) {
    int top = points(screen, TOP);
    int height = screen.height() - top - points(screen, BOTTOM);
    int rows = Math.max(LEAST_ROWS, (apps.size() + COLUMNS - 1) / COLUMNS);
    List<Icon> icons = new ArrayList<>();
    for (int i = 0; i < apps.size(); i++) {
      int column = i % COLUMNS;
      int row = i / COLUMNS;
      icons.add(
          new Icon(
              apps.get(i),
              column * screen.width() / COLUMNS,
              top + row * height / rows,
              (column + 1) * screen.width() / COLUMNS,
              top + (row + 1) * height / rows));
    }
    return new HomeScreen(screen, icons);
  }

  static int points(PhoneScreen screen, int count) {
    return count * screen.density() / POINTS;
  }

  /** Returns the app at a place. */
  public Optional<App> at(int x, int y) {
    return icons.stream().filter(each -> each.contains(x, y)).map(Icon::app).findFirst();
  }

  /** Returns the app of a label. */
  public Optional<App> labelled(String label) {
    return icons.stream().map(Icon::app).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns its views as {@code uiautomator dump} writes them. */
  public String hierarchy() {
    StringBuilder out =
        new StringBuilder(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">");
    out.append(node(0, "", false, 0, 0, screen.width(), screen.height())).append('>');
    for (int i = 0; i < icons.size(); i++) {
      Icon icon = icons.get(i);
      out.append(node(i, icon.app.label(), true, icon.left, icon.top, icon.right, icon.bottom))
          .append(" />");
    }
    return out.append("</node></hierarchy>").toString();
  }

  private static String node(
      int index, String label, boolean isIcon, int left, int top, int right, int bottom) {
    return """
    <node index="%1$d" text="%2$s" resource-id="%3$s" class="android.widget.%4$s" \
    package="%5$s" content-desc="%2$s" checkable="false" checked="false" clickable="%6$b" \
    enabled="true" focusable="%6$b" focused="false" scrollable="false" \
    long-clickable="%6$b" password="false" selected="false" bounds="[%7$d,%8$d][%9$d,%10$d]\"\
    """
        .formatted(
            index,
            Xml.escaped(label),
            isIcon ? PACKAGE + ":id/icon" : "",
            isIcon ? "TextView" : "FrameLayout",
            PACKAGE,
            isIcon,
            left,
            top,
            right,
            bottom);
  }
}
