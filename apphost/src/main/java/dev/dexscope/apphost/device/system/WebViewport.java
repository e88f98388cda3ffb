package dev.dexscope.apphost.device.system;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Color;
import android.view.View;
import android.webkit.WebView;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * What a {@code WebView} is as a view: it has its place and its size, takes touches, and shows the
 * text of its page. The framework's part of it passes all of that on to its browser.
 */
final class WebViewport {
  private final WebView view;
  private final Object access;
  private final float density;
  private WebPaint page;
  private int background = Color.WHITE;

  WebViewport(WebView view, Context context) throws ClassNotFoundException {
    this.view = view;
    this.access =
        ReflectionHelpers.callConstructor(
            Class.forName("android.webkit.WebView$PrivateAccess"),
            ClassParameter.from(WebView.class, view));
    this.density = context.getResources().getDisplayMetrics().density;
    this.page = new WebPaint(WebDocument.EMPTY, density);
  }

  /** Returns the browser that the framework calls. */
  Object provider() throws ClassNotFoundException {
    Class<?> type = Class.forName("android.webkit.WebViewProvider");
    Class<?> viewType = Class.forName("android.webkit.WebViewProvider$ViewDelegate");
    Object hollow = Hollow.of(type);
    Object asView =
        Proxy.newProxyInstance(
            viewType.getClassLoader(),
            new Class<?>[] {viewType},
            (_, method, arguments) -> answer(method, arguments));
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) ->
            switch (method.getName()) {
              case "init" -> {
                // The end of the view's constructor.
                view.setWillNotDraw(false);
                yield null;
              }
              case "getViewDelegate" -> asView;
              case "getProgress" -> 100;
              case "getContentHeight" -> Math.round(page.height(view.getWidth()) / density);
              default -> method.invoke(hollow, arguments);
            });
  }

  /** Shows another page. */
  void show(WebDocument document) {
    page = new WebPaint(document, density);
    view.requestLayout();
    view.invalidate();
  }

  /** Sets what is behind the page. */
  void color(int color) {
    background = color;
    view.invalidate();
  }

  private @Nullable Object answer(Method method, Object @Nullable [] arguments) throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "setFrame",
          "requestFocus",
          "performLongClick",
          "dispatchKeyEvent",
          "onHoverEvent",
          "onGenericMotionEvent",
          "onApplyWindowInsets" ->
          access("super_" + method.getName(), method.getParameterTypes(), given);
      case "onTouchEvent" -> true;
      // What they have been given is what they return.
      case "getHandler", "findFocus" -> given[0];
      case "onMeasure" -> {
        measure((int) given[0], (int) given[1]);
        yield null;
      }
      case "onDraw" -> {
        ((Canvas) given[0]).drawColor(background);
        page.draw((Canvas) given[0], view.getWidth());
        yield null;
      }
      default -> method.invoke(Hollow.of(method.getDeclaringClass()), arguments);
    };
  }

  /** As wide as it may be, and as high as the page where it may choose. */
  private void measure(int widthSpec, int heightSpec) {
    int width = View.MeasureSpec.getSize(widthSpec);
    int most = View.MeasureSpec.getSize(heightSpec);
    int height =
        switch (View.MeasureSpec.getMode(heightSpec)) {
          case View.MeasureSpec.EXACTLY -> most;
          case View.MeasureSpec.AT_MOST -> Math.min(most, page.height(width));
          default -> page.height(width);
        };
    access("setMeasuredDimension", new Class<?>[] {int.class, int.class}, width, height);
  }

  private @Nullable Object access(String name, Class<?>[] types, Object... arguments) {
    ClassParameter<?>[] parameters = new ClassParameter<?>[types.length];
    for (int i = 0; i < types.length; i++) {
      parameters[i] = parameter(types[i], arguments[i]);
    }
    return ReflectionHelpers.callInstanceMethod(access, name, parameters);
  }

  @SuppressWarnings("unchecked")
  private static ClassParameter<?> parameter(Class<?> type, Object value) {
    return new ClassParameter<>((Class<Object>) type, value);
  }
}
