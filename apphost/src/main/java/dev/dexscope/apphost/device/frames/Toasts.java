package dev.dexscope.apphost.device.frames;

import android.content.Context;
import android.content.res.Resources;
import android.graphics.Canvas;
import android.os.Handler;
import android.os.Looper;
import android.view.Gravity;
import android.view.View;
import android.view.View.MeasureSpec;
import android.widget.Toast;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** The toasts that the system shows, one after the other, over all windows. */
final class Toasts {
  /** Milliseconds for which they are shown. */
  private static final long SHORT = 2000;

  private static final long LONG = 3500;

  /** How many of an app wait; before level 31 more. */
  private static final int MOST = 5;

  private static final int MOST_ONCE = 25;

  private static final int S = 31;

  private static final Toasts OF_PROCESS = new Toasts();

  /** The framework's fields of a toast. */
  @ForType(Toast.class)
  interface SystemsToast {
    /** Returns the view that the app has given to be shown. */
    @Accessor("mNextView")
    @Nullable View getNextView();

    /** The text of one without a view. */
    @Accessor("mText")
    @Nullable CharSequence getText();

    /** The app's, for being informed. */
    @Accessor("mCallbacks")
    List<Object> getCallbacks();
  }

  private final Deque<Toast> waiting = new ArrayDeque<>();
  private @Nullable Toast shown;
  private @Nullable View view;

  private Toasts() {}

  static Toasts ofProcess() {
    return OF_PROCESS;
  }

  /** Called on the app's threads. */
  void show(Toast toast) {
    SystemsToast fields = Reflector.reflector(SystemsToast.class, toast);
    if (fields.getNextView() == null && fields.getText() == null) {
      throw new IllegalStateException("You must either set a text or a view");
    }
    main().post(() -> enqueue(toast));
  }

  void cancel(Toast toast) {
    main()
        .post(() -> {
          waiting.remove(toast);
          if (toast.equals(shown)) {
            hide(toast);
          }
        });
  }

  private static Handler main() {
    return new Handler(Looper.getMainLooper());
  }

  private void enqueue(Toast toast) {
    int most = RuntimeEnvironment.getApiLevel() < S ? MOST_ONCE : MOST;
    if (waiting.size() < most && !waiting.contains(toast)) {
      waiting.add(toast);
      if (shown == null) {
        next();
      }
    }
  }

  private void next() {
    Toast toast = waiting.poll();
    if (toast == null) {
      return;
    }
    shown = toast;
    SystemsToast fields = Reflector.reflector(SystemsToast.class, toast);
    View own = fields.getNextView();
    view = own == null ? text(fields.getText()) : own;
    inform(toast, "onToastShown");
    long time = toast.getDuration() == Toast.LENGTH_LONG ? LONG : SHORT;
    main().postDelayed(() -> hide(toast), time);
  }

  private static View text(@Nullable CharSequence text) {
    return ReflectionHelpers.callStaticMethod(
        ReflectionHelpers.loadClass(Toasts.class.getClassLoader(), "android.widget.ToastPresenter"),
        "getTextToastView",
        ClassParameter.from(Context.class, RuntimeEnvironment.getApplication()),
        ClassParameter.from(CharSequence.class, text));
  }

  private void hide(Toast toast) {
    if (toast.equals(shown)) {
      shown = null;
      view = null;
      inform(toast, "onToastHidden");
      next();
    }
  }

  private static void inform(Toast toast, String of) {
    List<Object> callbacks = Reflector.reflector(SystemsToast.class, toast).getCallbacks();
    for (Object each : List.copyOf(callbacks)) {
      ReflectionHelpers.callInstanceMethod(each, of);
    }
  }

  /** Draws the one that is shown. */
  void draw(Canvas canvas, int width, int height) {
    Toast toast = shown;
    View drawn = view;
    if (toast == null || drawn == null) {
      return;
    }
    drawn.measure(
        MeasureSpec.makeMeasureSpec(width, MeasureSpec.AT_MOST),
        MeasureSpec.makeMeasureSpec(height, MeasureSpec.AT_MOST));
    int across = drawn.getMeasuredWidth();
    int down = drawn.getMeasuredHeight();
    drawn.layout(0, 0, across, down);
    boolean isText = Reflector.reflector(SystemsToast.class, toast).getNextView() == null;
    int gravity = isText ? Gravity.BOTTOM : toast.getGravity();
    int offset = isText ? offset() : toast.getYOffset();
    int top = height - down - offset;
    if ((gravity & Gravity.VERTICAL_GRAVITY_MASK) == Gravity.TOP) {
      top = offset;
    } else if ((gravity & Gravity.VERTICAL_GRAVITY_MASK) == Gravity.CENTER_VERTICAL) {
      top = (height - down) / 2 + offset;
    }
    canvas.save();
    canvas.translate((width - across) / 2f + (isText ? 0 : toast.getXOffset()), top);
    drawn.draw(canvas);
    canvas.restore();
  }

  /** How far from the bottom the system shows texts. */
  private static int offset() {
    Resources system = Resources.getSystem();
    return system.getDimensionPixelOffset(
        system.getIdentifier("toast_y_offset", "dimen", "android"));
  }
}
