package dev.dexscope.apphost.device.frames;

import android.content.Context;
import android.content.res.Configuration;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Point;
import android.graphics.Rect;
import android.graphics.RectF;
import android.util.DisplayMetrics;
import android.view.KeyEvent;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import android.view.inputmethod.InputMethodManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInputMethodManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The keyboard on the screen, which comes for a field and goes as on a phone: windows get it as an
 * inset, by which they move or shrink what they show, also frame by frame. It types into the field.
 */
public final class OnScreenKeyboard {
  /** The first level whose states of insets name their sources. */
  private static final int NAMED_SOURCES = 34;

  /** Of level 30: {@code WindowInsets.Type.ime}. */
  private static final int IME = 8;

  /** Of level 30: {@code InsetsState.ITYPE_IME}. */
  private static final int IME_OF_30 = 13;

  /** Points: four rows of keys, and one of suggestions; a phone that lies has lower ones. */
  private static final float HEIGHT = 246;

  private static final float HEIGHT_WIDE = 212;
  private static final float SUGGESTIONS = 40;

  /** What a phone that lies leaves to the window at least. */
  private static final float MOST = 0.6f;

  private static final float GAP = 2;
  private static final float ROUND = 4;
  private static final float TEXT = 18;

  /** The space is as wide as it is long here. */
  private static final String[] ROWS = {"qwertyuiop", "asdfghjkl", "zxcvbnm<", ",     .\n"};

  private static final char DELETE = '<';
  private static final char ENTER = '\n';

  private static final int DAY = 0xffe8eaed;
  private static final int DAY_KEY = 0xffffffff;
  private static final int DAY_TEXT = 0xff202124;
  private static final int NIGHT = 0xff202124;
  private static final int NIGHT_KEY = 0xff3c4043;
  private static final int NIGHT_TEXT = 0xffe8eaed;

  /** Whether the phone has one. */
  private static boolean isThere = true;

  /** The window that it is there for. */
  private static @Nullable View owner;

  /** The last one: it moves the keyboard out again. */
  private static @Nullable View mover;

  /** The windows that have had the focus: what they want at first is done once. */
  private static final Set<View> SEEN = Collections.newSetFromMap(new WeakHashMap<>());

  private OnScreenKeyboard() {}

  /** Sets whether the phone has one, or keys of its own. */
  public static void set(boolean hasOne) {
    isThere = hasOne;
    follow();
  }

  /** Returns whether it is on the screen. */
  public static boolean isShown() {
    return owner != null;
  }

  /** Hides it, as its own key does. */
  public static void hide() {
    View window = owner;
    if (window != null) {
      manager(window).hideSoftInputFromWindow(window.getWindowToken(), 0);
      follow();
    }
  }

  /** Shows or hides it as the window with the focus wants; returns whether that is news. */
  public static boolean follow() {
    View window = Windows.focused();
    if (window != null && window.hasWindowFocus()) {
      obey(window);
    }
    View wanting = window != null && isThere && isWanted(window) ? window : null;
    View before = owner;
    if (Objects.equals(before, wanting)) {
      return false;
    }
    owner = wanting;
    mover = wanting == null ? before : wanting;
    if (before != null) {
      tell(before, "hideInsets");
      if (wanting == null) {
        // Its field has gone: the next one has to be touched first.
        manager(before).hideSoftInputFromWindow(before.getWindowToken(), 0);
      }
    }
    inform();
    if (wanting != null) {
      tell(wanting, "showInsets");
    }
    return true;
  }

  private static boolean isWanted(View window) {
    return field(window) != null && shadow(window).isSoftInputVisible();
  }

  /** What a window has said of it: when it first got the focus, and by its insets since then. */
  private static void obey(View window) {
    boolean isAsked = SystemBars.isRequested(window, IME);
    if (window.equals(owner)) {
      if (!isAsked && hasController()) {
        manager(window).hideSoftInputFromWindow(window.getWindowToken(), 0);
      }
      return;
    }
    View field = field(window);
    int mode = Windows.attributes(window).softInputMode;
    boolean isShownAtFirst =
        SEEN.add(window)
            && switch (mode & LayoutParams.SOFT_INPUT_MASK_STATE) {
              case LayoutParams.SOFT_INPUT_STATE_VISIBLE,
                  LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE ->
                  true;
              case LayoutParams.SOFT_INPUT_STATE_UNSPECIFIED ->
                  (mode & LayoutParams.SOFT_INPUT_MASK_ADJUST)
                      == LayoutParams.SOFT_INPUT_ADJUST_RESIZE;
              default -> false;
            };
    if (field != null && (isShownAtFirst || (isAsked && hasController()))) {
      manager(window).showSoftInput(field, 0);
    }
  }

  /** Returns whether what windows ask for by their insets is known. */
  private static boolean hasController() {
    return RuntimeEnvironment.getApiLevel() >= NAMED_SOURCES;
  }

  private static @Nullable View field(View window) {
    View focus = window.findFocus();
    return focus != null && focus.onCheckIsTextEditor() ? focus : null;
  }

  private static ShadowInputMethodManager shadow(View view) {
    return Shadow.extract(manager(view));
  }

  private static InputMethodManager manager(View view) {
    return (InputMethodManager) view.getContext().getSystemService(Context.INPUT_METHOD_SERVICE);
  }

  /** Returns where it is, with the keys of the system on it; empty if it is hidden. */
  private static Rect place() {
    if (owner == null) {
      return new Rect();
    }
    DisplayMetrics screen = SystemBars.screen();
    int below = SystemBars.below();
    boolean isWide = screen.widthPixels > screen.heightPixels;
    int height =
        Math.round(
            Math.min((isWide ? HEIGHT_WIDE : HEIGHT) * screen.density, screen.heightPixels * MOST));
    return new Rect(
        0, screen.heightPixels - below - height, screen.widthPixels, screen.heightPixels);
  }

  /** Returns whether a place belongs to it, whose touches no app gets. */
  public static boolean has(int x, int y) {
    return place().contains(x, y);
  }

  /** Returns whether it covers a place of the screen. */
  public static boolean covers(int[] bounds) {
    Rect place = place();
    return !place.isEmpty() && bounds[3] > bounds[1] && bounds[1] >= place.top;
  }

  /** Cuts what it covers from an area of the screen. */
  static void cut(Rect area) {
    Rect place = place();
    if (!place.isEmpty()) {
      area.bottom = Math.min(area.bottom, place.top);
    }
  }

  /** Gives all windows the place as that of a source of insets, and its own the control of it. */
  private static void inform() {
    Rect place = place();
    View moving = mover;
    Object moved = moving == null ? null : SystemBars.window(moving);
    for (Object window : SystemBars.windows()) {
      Object source = source(SystemBars.insets(window));
      ReflectionHelpers.callInstanceMethod(
          source, "setFrame", ClassParameter.from(Rect.class, place));
      ReflectionHelpers.callInstanceMethod(
          source, "setVisible", ClassParameter.from(boolean.class, owner != null));
      SystemBars.changed(window, IME_OF_30, window.equals(moved) ? control(place) : null);
    }
  }

  private static Object source(Object state) {
    if (!hasController()) {
      return ReflectionHelpers.callInstanceMethod(
          state, "getSource", ClassParameter.from(int.class, IME_OF_30));
    }
    return ReflectionHelpers.callInstanceMethod(
        state,
        "getOrCreateSource",
        ClassParameter.from(int.class, id()),
        ClassParameter.from(int.class, IME));
  }

  private static int id() {
    return ReflectionHelpers.getStaticField(SystemBars.load("android.view.InsetsSource"), "ID_IME");
  }

  /** By it a window moves the keyboard frame by frame; nobody sees what it moves. */
  private static @Nullable Object control(Rect place) {
    if (!hasController()) {
      return null;
    }
    Class<?> surface = SystemBars.load("android.view.SurfaceControl");
    Object leash = ReflectionHelpers.callConstructor(surface);
    ReflectionHelpers.callInstanceMethod(Shadow.extract(leash), "initializeNativeObject");
    Class<?> insets = SystemBars.load("android.graphics.Insets");
    return ReflectionHelpers.callConstructor(
        SystemBars.load("android.view.InsetsSourceControl"),
        ClassParameter.from(int.class, id()),
        ClassParameter.from(int.class, IME),
        new ClassParameter<>(SystemBars.raw(surface), leash),
        ClassParameter.from(boolean.class, false),
        ClassParameter.from(Point.class, new Point(0, place.top)),
        new ClassParameter<>(
            SystemBars.raw(insets), ReflectionHelpers.getStaticField(insets, "NONE")));
  }

  /** The keyboard itself asks the window to show it, or to hide it. */
  private static void tell(View root, String request) {
    Object window = SystemBars.window(root);
    if (window == null) {
      return;
    }
    List<ClassParameter<?>> parameters = new ArrayList<>();
    parameters.add(ClassParameter.from(int.class, IME));
    parameters.add(ClassParameter.from(boolean.class, true));
    if (hasController()) {
      Class<?> token = SystemBars.load("android.view.inputmethod.ImeTracker$Token");
      parameters.add(new ClassParameter<>(SystemBars.raw(token), null));
    }
    ReflectionHelpers.callInstanceMethod(
        window, request, parameters.toArray(ClassParameter<?>[]::new));
  }

  /** Does what the key at a place does, of which there may be none. */
  public static void press(int x, int y) {
    View window = owner;
    View field = window == null ? null : field(window);
    if (field == null) {
      return;
    }
    for (Key each : keys()) {
      if (each.at.contains(x, y)) {
        each.press(field);
      }
    }
  }

  /**
   * A key.
   *
   * @param at where it takes touches
   */
  private record Key(char value, RectF at) {
    private void press(View field) {
      switch (value) {
        case DELETE -> send(field, KeyEvent.KEYCODE_DEL);
        case ENTER -> enter(field);
        default -> {
          InputConnection input = field.onCreateInputConnection(new EditorInfo());
          if (input != null) {
            input.commitText(String.valueOf(value), 1);
          }
        }
      }
    }

    /** The action of the field, or a new line. */
    private static void enter(View field) {
      var editor = new EditorInfo();
      InputConnection input = field.onCreateInputConnection(editor);
      int action = editor.imeOptions & EditorInfo.IME_MASK_ACTION;
      boolean isAction =
          action != EditorInfo.IME_ACTION_NONE
              && action != EditorInfo.IME_ACTION_UNSPECIFIED
              && (editor.imeOptions & EditorInfo.IME_FLAG_NO_ENTER_ACTION) == 0;
      if (input != null && isAction) {
        input.performEditorAction(action);
      } else {
        send(field, KeyEvent.KEYCODE_ENTER);
      }
    }

    private static void send(View field, int code) {
      field.dispatchKeyEvent(new KeyEvent(KeyEvent.ACTION_DOWN, code));
      field.dispatchKeyEvent(new KeyEvent(KeyEvent.ACTION_UP, code));
    }

    private void draw(Canvas canvas, Paint paint, float point, boolean isNight) {
      var face = new RectF(at);
      face.inset(GAP * point, GAP * point);
      paint.setColor(isNight ? NIGHT_KEY : DAY_KEY);
      canvas.drawRoundRect(face, ROUND * point, ROUND * point, paint);
      paint.setColor(isNight ? NIGHT_TEXT : DAY_TEXT);
      String sign =
          switch (value) {
            case DELETE -> "\u232b";
            case ENTER -> "\u21b5";
            default -> String.valueOf(value);
          };
      Paint.FontMetrics font = paint.getFontMetrics();
      canvas.drawText(sign, at.centerX(), at.centerY() - (font.ascent + font.descent) / 2, paint);
    }
  }

  /** The keys as they are on the screen now. */
  private static List<Key> keys() {
    Rect place = place();
    float top = place.top + SUGGESTIONS * SystemBars.screen().density;
    float height = (place.bottom - SystemBars.below() - top) / ROWS.length;
    float width = place.width() / (float) ROWS[0].length();
    List<Key> keys = new ArrayList<>();
    for (String row : ROWS) {
      float left = place.centerX() - row.length() * width / 2;
      for (int from = 0; from < row.length(); ) {
        int to = from + 1;
        while (to < row.length() && row.charAt(to) == row.charAt(from)) {
          to++;
        }
        keys.add(
            new Key(
                row.charAt(from),
                new RectF(left + from * width, top, left + to * width, top + height)));
        from = to;
      }
      top += height;
    }
    return keys;
  }

  /** Draws it over all windows. */
  static void draw(Canvas canvas) {
    Rect place = place();
    if (place.isEmpty()) {
      return;
    }
    float point = SystemBars.screen().density;
    boolean isNight = isNight();
    var paint = new Paint(Paint.ANTI_ALIAS_FLAG);
    paint.setColor(isNight ? NIGHT : DAY);
    canvas.drawRect(place, paint);
    paint.setTextSize(TEXT * point);
    paint.setTextAlign(Paint.Align.CENTER);
    for (Key each : keys()) {
      each.draw(canvas, paint, point, isNight);
    }
  }

  /** Returns whether it is dark, also behind the keys of the system. */
  static boolean isNight() {
    Configuration screen = RuntimeEnvironment.getApplication().getResources().getConfiguration();
    return (screen.uiMode & Configuration.UI_MODE_NIGHT_MASK) == Configuration.UI_MODE_NIGHT_YES;
  }
}
