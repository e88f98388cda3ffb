package dev.dexscope.apphost.device.frames;

import android.view.Surface;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Makes the surfaces of windows and of {@code SurfaceView}s, of pixels that are used again. */
@Implements(
    className = "android.graphics.BLASTBufferQueue",
    isInAndroidSdk = false,
    minSdk = WindowSurface.LEVEL)
public class OwnBufferQueue {
  private int width;
  private int height;

  /** Of {@code BLASTBufferQueue}. */
  @Implementation
  protected void update(
      @ClassName("android.view.SurfaceControl") Object control, int across, int down, int format) {
    width = across;
    height = down;
  }

  /** Of {@code BLASTBufferQueue}. */
  @Implementation
  protected Surface createSurface() {
    return SurfacePixels.take(width, height);
  }

  /** Of {@code BLASTBufferQueue}. */
  @Implementation
  protected Surface createSurfaceWithHandle() {
    return createSurface();
  }
}
