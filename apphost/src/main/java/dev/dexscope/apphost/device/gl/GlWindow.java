package dev.dexscope.apphost.device.gl;

import android.graphics.Bitmap;
import android.graphics.SurfaceTexture;
import android.view.Surface;
import dev.dexscope.apphost.device.frames.Drawers;
import dev.dexscope.apphost.device.frames.PaintedSurface;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;

/** A window that is drawn into by OpenGL ES: it gets the pixels of each frame. */
final class GlWindow {
  private static final int RGBA = 0x1908;
  private static final int UNSIGNED_BYTE = 0x1401;
  private static final int PACK_ALIGNMENT = 0x0d05;
  private static final int PACK_ROW_LENGTH = 0x0d02;
  private static final int FRAMEBUFFER = 0x8d40;
  private static final int FRAMEBUFFER_BINDING = 0x8ca6;
  private static final int READ_FRAMEBUFFER = 0x8ca8;
  private static final int READ_FRAMEBUFFER_BINDING = 0x8caa;
  private static final int PIXEL_PACK_BUFFER = 0x88eb;
  private static final int PIXEL_PACK_BUFFER_BINDING = 0x88ed;
  private static final int CLIENT_VERSION = 0x3098;

  private static final int OPAQUE = 0xff000000;

  private static final ValueLayout.OfInt BYTES_IN_ORDER =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

  private final PaintedSurface surface;
  private final int width;
  private final int height;

  /** The pixels that are shown, and those that are drawn. */
  private ByteBuffer shown;

  private ByteBuffer drawn;

  private GlWindow(PaintedSurface surface, int width, int height) {
    this.surface = surface;
    this.width = width;
    this.height = height;
    this.shown = ByteBuffer.allocateDirect(width * height * Integer.BYTES);
    this.drawn = ByteBuffer.allocateDirect(width * height * Integer.BYTES);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Returns that of a surface; null if it has no pixels. */
  static @Nullable GlWindow of(@Nullable Object window) {
    Object given = window instanceof SurfaceTexture texture ? new Surface(texture) : window;
    if (!(given instanceof Surface surface) || !surface.isValid()) {
      return null;
    }
    PaintedSurface shadow = Shadow.extract(surface);
    long size = shadow.size();
    return size == 0 ? null : new GlWindow(shadow, (int) (size >> 32), (int) size);
  }

  /**
   * Shows what was drawn, and waits for the screen's next frame, as a phone's does. Most frames are
   * looked at by nobody: their pixels are not a bitmap's until then.
   */
  void show() {
    ByteBuffer pixels = drawn;
    synchronized (pixels) {
      read(MemorySegment.ofBuffer(pixels));
    }
    drawn = shown;
    shown = pixels;
    surface.post(() -> picture(pixels));
    Drawers.awaitNext();
  }

  private Bitmap picture(ByteBuffer pixels) {
    Bitmap picture = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    synchronized (pixels) {
      picture.setPixels(upright(MemorySegment.ofBuffer(pixels)), 0, width, 0, 0, width, height);
    }
    return picture;
  }

  /** OpenGL's first line is the lowest; what a window's pixels would let through is not there. */
  private int[] upright(MemorySegment pixels) {
    int[] turned = new int[width * height];
    for (int y = 0; y < height; y++) {
      long in = (long) (height - 1 - y) * width;
      int out = y * width;
      for (int x = 0; x < width; x++) {
        int rgba = pixels.getAtIndex(BYTES_IN_ORDER, in + x);
        turned[out + x] = rgba >>> Byte.SIZE | OPAQUE;
      }
    }
    return turned;
  }

  /** Reads the window's pixels, whatever the app has bound. */
  private void read(MemorySegment pixels) {
    boolean isNew = version() >= 3;
    int kind = isNew ? READ_FRAMEBUFFER : FRAMEBUFFER;
    boolean hasFrames = version() >= 2;
    int frame = hasFrames ? get(isNew ? READ_FRAMEBUFFER_BINDING : FRAMEBUFFER_BINDING) : 0;
    int alignment = get(PACK_ALIGNMENT);
    int line = isNew ? get(PACK_ROW_LENGTH) : 0;
    int buffer = isNew ? get(PIXEL_PACK_BUFFER_BINDING) : 0;
    bind(kind, frame, 0);
    Gl.call("glPixelStorei", PACK_ALIGNMENT, Integer.BYTES);
    if (isNew) {
      Gl.call("glPixelStorei", PACK_ROW_LENGTH, 0);
      Gl.call("glBindBuffer", PIXEL_PACK_BUFFER, 0);
    }
    Gl.call("glReadPixels", 0, 0, width, height, RGBA, UNSIGNED_BYTE, pixels.address());
    if (isNew) {
      Gl.call("glBindBuffer", PIXEL_PACK_BUFFER, buffer);
      Gl.call("glPixelStorei", PACK_ROW_LENGTH, line);
    }
    Gl.call("glPixelStorei", PACK_ALIGNMENT, alignment);
    bind(kind, 0, frame);
  }

  private static void bind(int kind, int from, int to) {
    if (from != to) {
      Gl.call("glBindFramebuffer", kind, to);
    }
  }

  private static int version() {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment version = scratch.allocate(Integer.BYTES);
      version.set(ValueLayout.JAVA_INT, 0, 1);
      Gl.call(
          "eglQueryContext",
          Gl.display(),
          Gl.call("eglGetCurrentContext"),
          CLIENT_VERSION,
          version.address());
      return version.get(ValueLayout.JAVA_INT, 0);
    }
  }

  private static int get(int name) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment value = scratch.allocate(Integer.BYTES);
      value.set(ValueLayout.JAVA_INT, 0, 0);
      Gl.call("glGetIntegerv", name, value.address());
      return value.get(ValueLayout.JAVA_INT, 0);
    }
  }
}
