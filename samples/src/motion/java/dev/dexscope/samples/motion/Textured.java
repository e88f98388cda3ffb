package dev.dexscope.samples.motion;

import android.graphics.Canvas;
import android.graphics.SurfaceTexture;
import android.util.Log;
import android.view.Surface;
import android.view.TextureView;

/** Paints the left half of a texture blue, on another thread. */
final class Textured implements TextureView.SurfaceTextureListener {
  private final TextureView view;

  Textured(TextureView view) {
    this.view = view;
  }

  @Override
  public void onSurfaceTextureAvailable(SurfaceTexture texture, int width, int height) {
    Log.i("Motion", "texture " + (width == view.getWidth()) + " " + view.isAvailable());
    new Thread("texture painter") {
      @Override
      public void run() {
        Surface surface = new Surface(texture);
        try {
          Canvas canvas = surface.lockCanvas(null);
          canvas.clipRect(0, 0, width / 2, height);
          canvas.drawColor(0xff0000ff);
          surface.unlockCanvasAndPost(canvas);
        } catch (Surface.OutOfResourcesException e) {
          throw new IllegalStateException(e);
        }
      }
    }.start();
  }

  @Override
  public void onSurfaceTextureUpdated(SurfaceTexture texture) {
    int[] pixels = new int[8];
    view.getBitmap(8, 1).getPixels(pixels, 0, 8, 0, 0, 8, 1);
    Log.i(
        "Motion",
        "texture has " + Integer.toHexString(pixels[1]) + " " + Integer.toHexString(pixels[6]));
  }

  @Override
  public void onSurfaceTextureSizeChanged(SurfaceTexture texture, int width, int height) {}

  @Override
  public boolean onSurfaceTextureDestroyed(SurfaceTexture texture) {
    Log.i("Motion", "texture destroyed");
    return true;
  }
}
