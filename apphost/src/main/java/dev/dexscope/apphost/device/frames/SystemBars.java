package dev.dexscope.apphost.device.frames;

import static android.view.Surface.ROTATION_270;

import android.content.res.Configuration;
import android.content.res.Resources;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.Rect;
import android.graphics.RectF;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.KeyEvent;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.shadows.ShadowWindowManagerGlobal;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The bars of the system: the status above the app, and the keys below it, or at its side. The app
 * finds them in the insets of its windows, and hides them. Robolectric knows where they are; what
 * they look like is ours. Windows paint what is behind them.
 */
public final class SystemBars {
  private static final String UI = "org.robolectric.shadows.SystemUi";

  /** The level of {@code android.window.ClientWindowFrames}. */
  private static final int WINDOW_FRAMES = 31;

  /** The numbers of the bars. */
  private static final int[] BARS = {0, 1};

  /** Points of a bar's content, as in Android's own. */
  private static final float TEXT = 14;

  private static final float MARGIN = 12;
  private static final float KEY = 7;
  private static final float STROKE = 1.5f;

  /** The bar of the handle for gestures, the handle, and how far above the edge it is. */
  private static final float HANDLE_BAR = 24;

  private static final float HANDLE_WIDTH = 108;
  private static final float HANDLE_HEIGHT = 4;
  private static final float HANDLE_ABOVE = 10;

  /** How near to an edge a gesture begins. */
  private static final float EDGE = 30;

  private static final float BATTERY_WIDTH = 7;
  private static final float BATTERY_HEIGHT = 12;

  /** Content on dark, and on light. */
  private static final int WHITE = 0xffffffff;

  private static final int GREY = 0xa0000000;

  /** What a window says of itself: that it is light behind the bars. */
  private static final int LIGHT_STATUS = 8;

  /** The app's word, or since level 35 the framework's, which paints the window's color there. */
  private static final int LIGHT_KEYS = 16 | 512;

  /** From the left, or from the top where the bar is at the right. */
  private static final int[] KEYS = {
    KeyEvent.KEYCODE_BACK, KeyEvent.KEYCODE_HOME, KeyEvent.KEYCODE_APP_SWITCH
  };

  /** The app's side of a window. */
  @ForType(className = "android.view.ViewRootImpl")
  interface Root {
    /** Returns the side that the system calls. */
    @Accessor("mWindow")
    Object getWindow();

    /** Returns what the system knows of the window. */
    @Accessor("mWindowAttributes")
    LayoutParams getAttributes();
  }

  /** What a window wants of the bars; of level 30. */
  @ForType(LayoutParams.class)
  interface BarParams {
    /** Returns it. */
    @Accessor("insetsFlags")
    Object getInsetsFlags();
  }

  /** Of level 30. */
  @ForType(className = "android.view.InsetsFlags")
  interface Flags {
    /** Returns what is behind the bars. */
    @Accessor("appearance")
    int getAppearance();
  }

  /** Whether the user moves a finger in from the edges of the screen, where others have keys. */
  private static boolean hasGestures;

  private SystemBars() {}

  /** Robolectric's bars, whose class is its own. */
  private static Object ui() {
    return ReflectionHelpers.callStaticMethod(type(""), "systemUiForDefaultDisplay");
  }

  private static Class<?> type(String name) {
    return load(UI + name);
  }

  /** Loads a class that is hidden. */
  static Class<?> load(String name) {
    return ReflectionHelpers.loadClass(SystemBars.class.getClassLoader(), name);
  }

  private static Object kind(String name) {
    return ReflectionHelpers.getStaticField(type(""), name);
  }

  /** Robolectric's window manager. */
  private static Object manager() {
    return ReflectionHelpers.callStaticMethod(
        ShadowWindowManagerGlobal.class, "getWindowSessionDelegate");
  }

  /**
   * Sets whether the phone has them; windows that are there learn it.
   *
   * @param hasHandle whether there is one for gestures instead of keys
   */
  public static void set(boolean areThere, boolean hasHandle) {
    hasGestures = areThere && hasHandle;
    Object status = kind(areThere ? "STANDARD_STATUS_BAR" : "NO_STATUS_BAR");
    Object keys = areThere ? Keys.behavior() : kind("NO_NAVIGATION_BAR");
    Object ui = ui();
    ReflectionHelpers.callInstanceMethod(
        ui,
        "setBehavior",
        new ClassParameter<>(raw(type("$StatusBarBehavior")), status),
        new ClassParameter<>(raw(type("$NavigationBarBehavior")), keys));
    for (int bar : BARS) {
      ReflectionHelpers.callInstanceMethod(
          manager(),
          "notifyInsetsChanges",
          new ClassParameter<>(raw(ui.getClass()), ui),
          ClassParameter.from(Integer.class, bar));
    }
  }

  /** Where the keys are: below, or at the side of a phone that lies. */
  private static final class Keys implements InvocationHandler {
    /** From this width in points a screen is a tablet's. */
    private static final int TABLET = 600;

    /** Returns it for Robolectric, whose own takes every screen for a tablet's. */
    static Object behavior() {
      Class<?> kind = type("$NavigationBarBehavior");
      return Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, new Keys());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      Resources resources = RuntimeEnvironment.getApplication().getResources();
      Configuration screen = resources.getConfiguration();
      boolean isAtSide =
          !hasGestures
              && screen.orientation == Configuration.ORIENTATION_LANDSCAPE
              && screen.smallestScreenWidthDp < TABLET;
      if (method.getName().equals("calculateSize") && hasGestures) {
        return Math.round(HANDLE_BAR * screen().density);
      }
      if (method.getName().equals("calculateSize")) {
        String name = isAtSide ? "navigation_bar_width" : "navigation_bar_height";
        return resources.getDimensionPixelSize(resources.getIdentifier(name, "dimen", "android"));
      }
      boolean isTurnedRight = ShadowDisplay.getDefaultDisplay().getRotation() == ROTATION_270;
      String side = isAtSide ? isTurnedRight ? "LEFT" : "RIGHT" : "BOTTOM";
      return ReflectionHelpers.callStaticMethod(
          type("$SystemBar$Side"), "valueOf", ClassParameter.from(String.class, side));
    }
  }

  /** Returns a type for a parameter of it. */
  @SuppressWarnings("unchecked")
  static Class<Object> raw(Class<?> type) {
    return (Class<Object>) type;
  }

  /**
   * Shows and hides them as a window has asked before, which is in front now. Robolectric follows
   * the last that has asked, which may have gone.
   */
  static void follow(Object root) {
    // Before that, what is known of a window has a field of a class that is not there.
    if (RuntimeEnvironment.getApiLevel() < WINDOW_FRAMES) {
      return;
    }
    Object known = known(Reflector.reflector(Root.class, root).getWindow());
    if (known != null) {
      int types = ReflectionHelpers.getField(known, "requestedVisibleTypes");
      ReflectionHelpers.callInstanceMethod(
          manager(),
          "applyInsets",
          ClassParameter.from(int.class, Display.DEFAULT_DISPLAY),
          ClassParameter.from(int.class, types));
    }
  }

  /** Returns whether a window has asked for insets of a type to be visible; from level 31 on. */
  static boolean isRequested(View root, int type) {
    Object window = RuntimeEnvironment.getApiLevel() < WINDOW_FRAMES ? null : window(root);
    Object known = window == null ? null : known(window);
    int types = known == null ? 0 : ReflectionHelpers.getField(known, "requestedVisibleTypes");
    return (types & type) != 0;
  }

  /** Returns the app's sides of all windows, which the system calls. */
  static List<Object> windows() {
    Map<Object, Object> windows = ReflectionHelpers.getField(manager(), "windows");
    return List.copyOf(windows.keySet());
  }

  private static @Nullable Object known(Object window) {
    Map<Object, Object> windows = ReflectionHelpers.getField(manager(), "windows");
    return windows.get(window);
  }

  /** Returns the app's side of a window; null if there is none any more. */
  static @Nullable Object window(View root) {
    Object system = Reflector.reflector(WindowSurface.SystemsView.class, root).getViewRootImpl();
    return system == null ? null : Reflector.reflector(Root.class, system).getWindow();
  }

  /** Returns the state of the insets that a window is told. */
  static Object insets(Object window) {
    Object known = Objects.requireNonNull(known(window));
    try {
      // Looking for the field itself would load the types of all others, of which level 30 lacks
      // one.
      Class<?> type = load("android.view.InsetsState");
      return MethodHandles.privateLookupIn(known.getClass(), MethodHandles.lookup())
          .findGetter(known.getClass(), "insetsState", type)
          .invoke(known);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Tells a window the state of its insets.
   *
   * @param source the number of the source that has changed, at level 30
   * @param control with which it moves one of them; null for none
   */
  static void changed(Object window, int source, @Nullable Object control) {
    if (control == null) {
      ReflectionHelpers.callInstanceMethod(
          manager(),
          "sendInsetsControlChanged",
          new ClassParameter<>(raw(load("android.view.IWindow")), window),
          ClassParameter.from(Integer.class, source),
          ClassParameter.from(boolean.class, false));
    } else {
      Object one = Array.newInstance(control.getClass(), 1);
      Array.set(one, 0, control);
      Class<?> type = load("android.view.InsetsSourceControl$Array");
      Object controls = ReflectionHelpers.callConstructor(type);
      ReflectionHelpers.callInstanceMethod(
          controls,
          "set",
          new ClassParameter<>(raw(one.getClass()), one),
          ClassParameter.from(boolean.class, false));
      Object state = insets(window);
      ReflectionHelpers.callInstanceMethod(
          window,
          "insetsControlChanged",
          new ClassParameter<>(raw(state.getClass()), state),
          new ClassParameter<>(raw(type), controls));
    }
  }

  /** Returns the height of the keys if they are below. */
  static int below() {
    Rect keys = keys();
    return keys.width() > keys.height() ? keys.height() : 0;
  }

  /** Returns where the status bar is; empty if it is hidden. */
  private static Rect status() {
    return place(ReflectionHelpers.callInstanceMethod(ui(), "getStatusBar"));
  }

  /** Returns where the keys are; empty if they are hidden. */
  private static Rect keys() {
    return place(ReflectionHelpers.callInstanceMethod(ui(), "getNavigationBar"));
  }

  private static Rect place(Object bar) {
    DisplayMetrics screen = screen();
    int right = screen.widthPixels;
    int bottom = screen.heightPixels;
    boolean isVisible = ReflectionHelpers.callInstanceMethod(bar, "isVisible");
    int size = isVisible ? ReflectionHelpers.callInstanceMethod(bar, "getSize") : 0;
    Object side = ReflectionHelpers.callInstanceMethod(bar, "getSide");
    return switch (side.toString()) {
      case "TOP" -> new Rect(0, 0, right, size);
      case "LEFT" -> new Rect(0, 0, size, bottom);
      case "RIGHT" -> new Rect(right - size, 0, right, bottom);
      default -> new Rect(0, bottom - size, right, bottom);
    };
  }

  /** Returns the size of the screen. */
  static DisplayMetrics screen() {
    return RuntimeEnvironment.getApplication().getResources().getDisplayMetrics();
  }

  /** Returns whether a place belongs to a bar, whose touches no app gets. */
  public static boolean has(int x, int y) {
    return status().contains(x, y) || (!hasGestures && keys().contains(x, y));
  }

  /** Returns the key that a movement stands for; none if it is the app's. */
  public static int keyOf(int fromX, int fromY, int toX, int toY) {
    float edge = EDGE * screen().density;
    boolean isAcross = Math.abs(toX - fromX) > Math.abs(toY - fromY);
    boolean isInwards =
        (fromX < edge && toX > fromX) || (fromX > screen().widthPixels - edge && toX < fromX);
    if (hasGestures && isAcross && isInwards) {
      return KeyEvent.KEYCODE_BACK;
    }
    return hasGestures && keys().contains(fromX, fromY) && toY < keys().top
        ? KeyEvent.KEYCODE_HOME
        : KeyEvent.KEYCODE_UNKNOWN;
  }

  /**
   * Returns the part of a place that no bar and no keyboard covers; all of it if they cover all.
   */
  public static Rect free(int[] bounds) {
    var whole = new Rect(bounds[0], bounds[1], bounds[2], bounds[3]);
    DisplayMetrics screen = screen();
    var left = new Rect(0, status().bottom, screen.widthPixels, screen.heightPixels);
    cut(left, keys());
    OnScreenKeyboard.cut(left);
    return left.intersect(whole) ? left : whole;
  }

  /** Takes the place of the keys from an area of the screen. */
  private static void cut(Rect area, Rect keys) {
    if (keys.width() > keys.height()) {
      area.bottom = Math.min(area.bottom, keys.top);
    } else if (!keys.isEmpty() && keys.left == 0) {
      area.left = keys.right;
    } else if (!keys.isEmpty()) {
      area.right = keys.left;
    }
  }

  /** Returns the key at a place; none if there is no bar with keys. */
  public static int keyAt(int x, int y) {
    Rect bar = keys();
    if (hasGestures || !bar.contains(x, y)) {
      return KeyEvent.KEYCODE_UNKNOWN;
    }
    return bar.width() > bar.height()
        ? KEYS[KEYS.length * (x - bar.left) / bar.width()]
        : KEYS[KEYS.length - 1 - KEYS.length * (y - bar.top) / bar.height()];
  }

  /** Draws them over all windows. */
  static void draw(Canvas canvas, @Nullable View focused) {
    int look = appearance(focused);
    var paint = new Paint(Paint.ANTI_ALIAS_FLAG);
    float point = screen().density;
    Rect status = status();
    Rect keys = keys();
    cut(status, keys);
    if (!status.isEmpty()) {
      paint.setColor((look & LIGHT_STATUS) != 0 ? GREY : WHITE);
      drawStatus(canvas, paint, status, point);
    }
    if (!keys.isEmpty()) {
      boolean isLight =
          OnScreenKeyboard.isShown() ? !OnScreenKeyboard.isNight() : (look & LIGHT_KEYS) != 0;
      paint.setColor(isLight ? GREY : WHITE);
      if (hasGestures) {
        drawHandle(canvas, paint, keys, point);
      } else {
        drawKeys(canvas, paint, keys, point);
      }
    }
  }

  private static void drawHandle(Canvas canvas, Paint paint, Rect bar, float point) {
    float bottom = bar.bottom - HANDLE_ABOVE * point;
    float half = HANDLE_WIDTH * point / 2;
    float height = HANDLE_HEIGHT * point;
    var handle =
        new RectF(bar.exactCenterX() - half, bottom - height, bar.exactCenterX() + half, bottom);
    canvas.drawRoundRect(handle, height / 2, height / 2, paint);
  }

  /** What the window in front has chosen. */
  private static int appearance(@Nullable View focused) {
    Object root =
        focused == null
            ? null
            : Reflector.reflector(WindowSurface.SystemsView.class, focused).getViewRootImpl();
    if (root == null) {
      return 0;
    }
    LayoutParams window = Reflector.reflector(Root.class, root).getAttributes();
    Object flags = Reflector.reflector(BarParams.class, window).getInsetsFlags();
    return Reflector.reflector(Flags.class, flags).getAppearance();
  }

  /**
   * The time is always the same, as in the demo mode of Android's own bar: otherwise no picture
   * would be the same as one of a minute before.
   */
  private static void drawStatus(Canvas canvas, Paint paint, Rect bar, float point) {
    paint.setTextSize(TEXT * point);
    Paint.FontMetrics font = paint.getFontMetrics();
    float base = bar.exactCenterY() - (font.ascent + font.descent) / 2;
    canvas.drawText("12:00", bar.left + MARGIN * point, base, paint);
    float right = bar.right - MARGIN * point;
    float top = bar.exactCenterY() - BATTERY_HEIGHT * point / 2;
    var battery =
        new RectF(right - BATTERY_WIDTH * point, top, right, top + BATTERY_HEIGHT * point);
    canvas.drawRoundRect(battery, point, point, paint);
    float middle = battery.centerX();
    canvas.drawRect(middle - point * 2, top - point, middle + point * 2, top, paint);
  }

  private static void drawKeys(Canvas canvas, Paint paint, Rect bar, float point) {
    paint.setStyle(Paint.Style.STROKE);
    paint.setStrokeWidth(STROKE * point);
    paint.setStrokeJoin(Paint.Join.ROUND);
    float half = KEY * point;
    boolean isWide = bar.width() > bar.height();
    float stepX = isWide ? bar.width() / (2f * KEYS.length) : 0;
    float stepY = isWide ? 0 : -bar.height() / (2f * KEYS.length);
    float x = isWide ? bar.left + stepX : bar.exactCenterX();
    float y = isWide ? bar.exactCenterY() : bar.bottom + stepY;
    var back = new Path();
    back.moveTo(x - half, y);
    back.lineTo(x + half * 0.7f, y - half);
    back.lineTo(x + half * 0.7f, y + half);
    back.close();
    canvas.drawPath(back, paint);
    canvas.drawCircle(x + 2 * stepX, y + 2 * stepY, half, paint);
    float lastX = x + 4 * stepX;
    float lastY = y + 4 * stepY;
    float side = half * 0.8f;
    canvas.drawRect(lastX - side, lastY - side, lastX + side, lastY + side, paint);
  }
}
