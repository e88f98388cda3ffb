package android.graphics;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/** What native code calls of Android's class. */
public final class Bitmap {
  /** The forms of pixels; native code knows them by name. */
  public enum Config {
    ARGB_8888
  }

  /** Whole pixels, of 3 columns and 2 rows. */
  public final ByteBuffer pixels = ByteBuffer.allocate(24);

  public int getWidth() {
    return 3;
  }

  public int getHeight() {
    return 2;
  }

  public int getRowBytes() {
    return 12;
  }

  public Config getConfig() {
    return Config.ARGB_8888;
  }

  /** Copies the pixels out. */
  public void copyPixelsToBuffer(Buffer to) {
    ((ByteBuffer) to).put(pixels.duplicate());
  }

  /** Copies the pixels in. */
  public void copyPixelsFromBuffer(Buffer from) {
    pixels.duplicate().put((ByteBuffer) from);
  }
}
