package dev.dexscope.apphost.device.frames;

import android.graphics.PixelFormat;
import android.view.Surface;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/**
 * The pixels behind the surfaces of windows, eight megabytes each on a usual screen. Robolectric's
 * native code never frees them, so those of a window that is gone are given to the next one of its
 * size.
 */
final class SurfacePixels {
  static final Class<?> READER =
      ReflectionHelpers.loadClass(
          SurfacePixels.class.getClassLoader(), "android.media.ImageReader");

  private static final SurfacePixels OF_PROCESS = new SurfacePixels();

  /** Robolectric's surfaces are those of a reader of images. */
  @ForType(className = "android.media.ImageReader")
  interface Reader {
    /** Makes one. */
    @Static
    Object newInstance(int width, int height, int format, int images);

    /** Returns its width. */
    int getWidth();

    /** Returns its height. */
    int getHeight();

    /** Returns what is drawn into. */
    Surface getSurface();

    /** Returns what was drawn; null if nothing was. */
    @Nullable Object acquireNextImage();
  }

  private record Size(int width, int height) {}

  private final Map<Size, Deque<Object>> free = new HashMap<>();
  private final Set<Object> used = new HashSet<>();

  private SurfacePixels() {}

  /** Returns a surface with pixels, which nobody else has. */
  static Surface take(int width, int height) {
    Object reader = OF_PROCESS.find(new Size(width, height));
    Surface surface = Reflector.reflector(Reader.class, reader).getSurface();
    PaintedSurface shadow = Shadow.extract(surface);
    shadow.begin(reader);
    return surface;
  }

  private synchronized Object find(Size size) {
    Deque<Object> known = free.computeIfAbsent(size, _ -> new ArrayDeque<>());
    Object reader = known.poll();
    if (reader == null) {
      reader =
          Reflector.reflector(Reader.class)
              .newInstance(size.width(), size.height(), PixelFormat.RGBA_8888, 1);
    }
    Object old = Reflector.reflector(Reader.class, reader).acquireNextImage();
    if (old != null) {
      ReflectionHelpers.callInstanceMethod(old, "close");
    }
    used.add(reader);
    return reader;
  }

  /**
   * Others may have these pixels.
   *
   * @param last the surface that has them now
   * @return whether they are of this kind, and not an app's own
   */
  static boolean giveBack(Object reader, Surface last) {
    return OF_PROCESS.add(reader, last);
  }

  private synchronized boolean add(Object reader, Surface last) {
    if (!used.remove(reader)) {
      return false;
    }
    Reader its = Reflector.reflector(Reader.class, reader);
    if (last.isValid()) {
      // A surface that takes another one's content has left nothing in that.
      Reflector.reflector(OwnSurfaces.SystemsSurface.class, its.getSurface()).transferFrom(last);
    }
    free.computeIfAbsent(new Size(its.getWidth(), its.getHeight()), _ -> new ArrayDeque<>())
        .add(reader);
    return true;
  }
}
