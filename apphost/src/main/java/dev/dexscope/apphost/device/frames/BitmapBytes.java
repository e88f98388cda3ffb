package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Color;
import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The bytes of bitmaps: red, green, blue, alpha on a phone; here in the order of the machine's
 * renderer, which begins with blue on most.
 */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class BitmapBytes {
  private static final int RED_AND_BLUE = 0x00ff00ff;

  private static final ValueLayout.OfInt PIXEL =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Threads that copy between bitmaps and others' pixels, both in the machine's order. */
  private static final ThreadLocal<Boolean> AS_THEY_ARE = ThreadLocal.withInitial(() -> false);

  /** Whether blue is first. */
  private static final class Order {
    static final boolean IS_TURNED = isTurned();

    private static boolean isTurned() {
      Bitmap one = Bitmap.createBitmap(1, 1, Bitmap.Config.ARGB_8888);
      one.eraseColor(Color.RED);
      ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
      call(one, "copyPixelsToBuffer", bytes);
      return bytes.get(0) == 0;
    }
  }

  private BitmapBytes() {}

  /** Does work for which bytes stay in the machine's order, which its pixels are in, too. */
  static void asTheyAre(Runnable work) {
    AS_THEY_ARE.set(true);
    try {
      work.run();
    } finally {
      AS_THEY_ARE.remove();
    }
  }

  @Replaces("android.graphics.Bitmap")
  static void copyPixelsToBuffer(Bitmap bitmap, Buffer to) {
    Buffer begin = to.duplicate();
    call(bitmap, "copyPixelsToBuffer", to);
    if (isTurned(bitmap)) {
      turn(MemorySegment.ofBuffer(begin), bitmap);
    }
  }

  @Replaces("android.graphics.Bitmap")
  static void copyPixelsFromBuffer(Bitmap bitmap, Buffer from) {
    MemorySegment given = MemorySegment.ofBuffer(from);
    long size = (long) bitmap.getRowBytes() * bitmap.getHeight();
    if (!isTurned(bitmap) || given.byteSize() < size) {
      call(bitmap, "copyPixelsFromBuffer", from);
      return;
    }
    ByteBuffer turned = ByteBuffer.allocate((int) size);
    MemorySegment own = MemorySegment.ofBuffer(turned);
    MemorySegment.copy(given, 0, own, 0, size);
    turn(own, bitmap);
    call(bitmap, "copyPixelsFromBuffer", turned);
    from.position(from.position() + (int) (size * from.remaining() / given.byteSize()));
  }

  private static boolean isTurned(Bitmap bitmap) {
    return bitmap.getConfig() == Bitmap.Config.ARGB_8888 && !AS_THEY_ARE.get() && Order.IS_TURNED;
  }

  /** Exchanges red and blue. */
  private static void turn(MemorySegment pixels, Bitmap bitmap) {
    long size = (long) bitmap.getRowBytes() * bitmap.getHeight();
    for (long at = 0; at < size; at += Integer.BYTES) {
      int pixel = pixels.get(PIXEL, at);
      int both = pixel & RED_AND_BLUE;
      pixels.set(PIXEL, at, (pixel & ~RED_AND_BLUE) | both >>> Short.SIZE | both << Short.SIZE);
    }
  }

  /** The framework's own method. */
  private static void call(Bitmap bitmap, String method, Buffer buffer) {
    Shadow.directlyOn(bitmap, Bitmap.class, method, ClassParameter.from(Buffer.class, buffer));
  }
}
