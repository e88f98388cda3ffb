package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Rect;
import android.view.Surface;
import android.view.View;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** The surface that the framework draws a window into: pixels in memory. */
public final class WindowSurface {
  /** The first level at which Robolectric's windows have one. */
  static final int LEVEL = 33;

  /** The methods of views that are not for apps. */
  @ForType(View.class)
  public interface SystemsView {
    /** Its window, for the system. */
    @Nullable Object getViewRootImpl();

    /** Sets where it is in the window's surface, which shadows make larger than the window. */
    void getLocationInSurface(int[] at);
  }

  /** The system's side of a window. */
  @ForType(className = "android.view.ViewRootImpl")
  interface Root {
    /** Its surface. */
    @Accessor("mSurface")
    Surface getSurface();

    /** Returns the data that its views share. */
    @Accessor("mAttachInfo")
    Object getAttachInfo();
  }

  /** The data that the views of a window share. */
  @ForType(className = "android.view.View$AttachInfo")
  interface AttachInfo {
    /** The renderer; null if the window is drawn in software, at once. */
    @Accessor("mThreadedRenderer")
    @Nullable Object getRenderer();
  }

  private WindowSurface() {}

  /** Returns whether windows have surfaces at this level. */
  static boolean isThere() {
    return RuntimeEnvironment.getApiLevel() >= LEVEL;
  }

  /** The surface of a window with its last frame, by its topmost view; null if it has none. */
  static @Nullable Surface of(View window) {
    Object root = Reflector.reflector(SystemsView.class, window).getViewRootImpl();
    if (root == null) {
      return null;
    }
    Surface surface = Reflector.reflector(Root.class, root).getSurface();
    Object renderer = renderer(root);
    if (renderer != null && surface.isValid()) {
      PaintedSurface shadow = Shadow.extract(surface);
      LazyRendering.render(renderer, surface);
      shadow.post();
    }
    return surface;
  }

  /** Returns what is on a surface now, a window's or any other; null if there is nothing yet. */
  static @Nullable Bitmap pixels(Surface surface) {
    for (View window : Windows.visible(null)) {
      Object root = Reflector.reflector(SystemsView.class, window).getViewRootImpl();
      if (root != null && surface.equals(Reflector.reflector(Root.class, root).getSurface())) {
        of(window);
      }
    }
    return content(surface);
  }

  private static @Nullable Object renderer(Object root) {
    Object shared = Reflector.reflector(Root.class, root).getAttachInfo();
    return Reflector.reflector(AttachInfo.class, shared).getRenderer();
  }

  /** A window's renderer goes on with its animations. */
  static void animate(View window) {
    Object root = Reflector.reflector(SystemsView.class, window).getViewRootImpl();
    Object renderer = root == null ? null : renderer(root);
    if (renderer != null) {
      LazyRendering.animate(renderer);
    }
  }

  /** Returns where the window is in its surface. */
  static Rect bounds(View window) {
    int[] at = new int[2];
    Reflector.reflector(SystemsView.class, window).getLocationInSurface(at);
    return new Rect(at[0], at[1], at[0] + window.getWidth(), at[1] + window.getHeight());
  }

  /**
   * Returns what was last drawn into a surface; nothing is drawn for it. Null if there is nothing
   * yet.
   */
  static @Nullable Bitmap content(@Nullable Surface surface) {
    if (surface == null || !surface.isValid()) {
      return null;
    }
    PaintedSurface shadow = Shadow.extract(surface);
    return shadow.posted();
  }
}
