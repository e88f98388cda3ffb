package dev.dexscope.samples.motion;

import android.content.Context;
import android.graphics.Canvas;
import android.util.Log;
import android.view.SurfaceHolder;
import android.view.SurfaceView;

/** A surface of its own, which another thread paints red. */
final class Painted extends SurfaceView implements SurfaceHolder.Callback {
  Painted(Context context) {
    super(context);
    setId(R.id.drawn);
    getHolder().addCallback(this);
  }

  @Override
  public void surfaceCreated(SurfaceHolder holder) {
    Log.i("Motion", "surface created");
  }

  @Override
  public void surfaceChanged(final SurfaceHolder holder, int format, int width, int height) {
    Log.i("Motion", "surface of " + width + " x " + height);
    new Thread("painter") {
      @Override
      public void run() {
        Canvas canvas = holder.lockCanvas();
        if (canvas != null) {
          canvas.drawColor(0xffff0000);
          holder.unlockCanvasAndPost(canvas);
        }
        Log.i("Motion", "painted " + (canvas != null));
      }
    }.start();
  }

  @Override
  public void surfaceDestroyed(SurfaceHolder holder) {
    Log.i("Motion", "surface destroyed");
  }
}
