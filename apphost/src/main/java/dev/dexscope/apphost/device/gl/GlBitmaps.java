package dev.dexscope.apphost.device.gl;

import android.graphics.Bitmap;
import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Textures of bitmaps, as {@code GLUtils} makes them. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class GlBitmaps {
  private static final int ALPHA = 0x1906;
  private static final int RGB = 0x1907;
  private static final int RGBA = 0x1908;
  private static final int UNSIGNED_BYTE = 0x1401;
  private static final int UNSIGNED_SHORT_5_6_5 = 0x8363;
  private static final int UNPACK_ALIGNMENT = 0x0cf5;

  /** The answer for a bitmap that cannot be a texture. */
  private static final int REFUSED = -1;

  private GlBitmaps() {}

  @Replaces("android.opengl.GLUtils")
  static int native_getInternalFormat(Bitmap bitmap) {
    Bitmap.Config config = bitmap.getConfig();
    if (config == Bitmap.Config.ALPHA_8) {
      return ALPHA;
    }
    return config == Bitmap.Config.RGB_565 ? RGB : RGBA;
  }

  @Replaces("android.opengl.GLUtils")
  static int native_getType(Bitmap bitmap) {
    return bitmap.getConfig() == Bitmap.Config.RGB_565 ? UNSIGNED_SHORT_5_6_5 : UNSIGNED_BYTE;
  }

  @Replaces("android.opengl.GLUtils")
  static int native_texImage2D(
      int target, int level, int format, Bitmap bitmap, int type, int border) {
    ByteBuffer pixels = pixels(bitmap);
    if (pixels == null) {
      return REFUSED;
    }
    int own = native_getInternalFormat(bitmap);
    Gl.call("glPixelStorei", UNPACK_ALIGNMENT, 1);
    try {
      Gl.call(
          "glTexImage2D",
          target,
          level,
          format < 0 ? own : format,
          bitmap.getWidth(),
          bitmap.getHeight(),
          border,
          own,
          type < 0 ? native_getType(bitmap) : type,
          MemorySegment.ofBuffer(pixels).address());
      return 0;
    } finally {
      Reference.reachabilityFence(pixels);
    }
  }

  @Replaces("android.opengl.GLUtils")
  static int native_texSubImage2D(
      int target, int level, int x, int y, Bitmap bitmap, int format, int type) {
    ByteBuffer pixels = pixels(bitmap);
    if (pixels == null) {
      return REFUSED;
    }
    Gl.call("glPixelStorei", UNPACK_ALIGNMENT, 1);
    try {
      Gl.call(
          "glTexSubImage2D",
          target,
          level,
          x,
          y,
          bitmap.getWidth(),
          bitmap.getHeight(),
          format < 0 ? native_getInternalFormat(bitmap) : format,
          type < 0 ? native_getType(bitmap) : type,
          MemorySegment.ofBuffer(pixels).address());
      return 0;
    } finally {
      Reference.reachabilityFence(pixels);
    }
  }

  /** Returns its pixels, without gaps between lines; null if there are none. */
  private static @Nullable ByteBuffer pixels(Bitmap bitmap) {
    if (bitmap.isRecycled()) {
      return null;
    }
    Bitmap.Config config = bitmap.getConfig();
    boolean isPlain =
        config == Bitmap.Config.ALPHA_8
            || config == Bitmap.Config.RGB_565
            || config == Bitmap.Config.ARGB_8888;
    Bitmap own = isPlain ? bitmap : bitmap.copy(Bitmap.Config.ARGB_8888, false);
    if (own == null) {
      return null;
    }
    ByteBuffer pixels = ByteBuffer.allocateDirect(own.getRowBytes() * own.getHeight());
    own.copyPixelsToBuffer(pixels);
    pixels.rewind();
    return pixels;
  }
}
