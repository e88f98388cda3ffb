package android.graphics;

/** Stands in dumps of tests for Android's. */
public class Bitmap {
  public final int mWidth;
  public final int mHeight;
  public final byte[] mBuffer;

  public Bitmap(int width, int height, byte[] buffer) {
    mWidth = width;
    mHeight = height;
    mBuffer = buffer;
  }
}
