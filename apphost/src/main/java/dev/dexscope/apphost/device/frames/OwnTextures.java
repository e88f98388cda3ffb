package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.view.Surface;
import android.view.TextureView;
import android.view.View;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowTextureView;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Shows what was painted on a {@code TextureView}'s texture: there is no GPU that makes a layer of
 * it, so its last picture is drawn by the view's canvas.
 */
@Implements(TextureView.class)
public class OwnTextures extends ShadowTextureView {
  private static final int S = 31;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private TextureView view;

  private boolean isReported;

  /** Of {@link TextureView#lockCanvas}. */
  private @Nullable Surface locked;

  /** The framework's own methods and fields. */
  @ForType(TextureView.class)
  interface Framework {
    /** Draws the view. */
    @Direct
    void draw(Canvas canvas);

    /** Returns its texture; null until it has one. */
    @Accessor("mSurface")
    @Nullable SurfaceTexture getTexture();

    /** Sets it. */
    @Accessor("mSurface")
    void setTexture(SurfaceTexture texture);

    /** Draws the view anew when a picture is there. */
    @Accessor("mUpdateListener")
    SurfaceTexture.OnFrameAvailableListener getUpdates();
  }

  /** What all views have. */
  @ForType(View.class)
  interface Layered {
    /** Returns how the view's layer is drawn; null as it is. */
    @Accessor("mLayerPaint")
    @Nullable Paint getPaint();
  }

  private Framework framework() {
    return Reflector.reflector(Framework.class, view);
  }

  /** Of {@code TextureView}, which makes its texture when it is first drawn. */
  @Override
  @Implementation(methodName = "getTextureLayer", minSdk = S)
  protected @Nullable Object getTextureLayerRPlus() {
    if (!WindowSurface.isThere()) {
      if (!isReported) {
        isReported = true;
        Phone.current().happened(Kind.ABSENT, "TextureView stays empty");
      }
      return null;
    }
    Framework framework = framework();
    if (framework.getTexture() == null && view.getWidth() > 0 && view.getHeight() > 0) {
      var texture = new SurfaceTexture(0);
      texture.setDefaultBufferSize(view.getWidth(), view.getHeight());
      texture.setOnFrameAvailableListener(framework.getUpdates());
      framework.setTexture(texture);
      TextureView.SurfaceTextureListener listener = view.getSurfaceTextureListener();
      if (listener != null) {
        listener.onSurfaceTextureAvailable(texture, view.getWidth(), view.getHeight());
      }
    }
    return null;
  }

  /** Of {@code TextureView}. */
  @Override
  @Implementation
  protected void draw(Canvas canvas) {
    framework().draw(canvas);
    SurfaceTexture texture = framework().getTexture();
    if (texture == null) {
      return;
    }
    OwnTexture shadow = Shadow.extract(texture);
    if (shadow.takeNews() && view.getSurfaceTextureListener() != null) {
      view.getSurfaceTextureListener().onSurfaceTextureUpdated(texture);
    }
    Bitmap picture = shadow.picture();
    if (picture != null) {
      int count = canvas.save();
      canvas.concat(view.getTransform(null));
      canvas.drawBitmap(picture, null, new Rect(0, 0, view.getWidth(), view.getHeight()), paint());
      canvas.restoreToCount(count);
    }
  }

  private Paint paint() {
    Paint given = Reflector.reflector(Layered.class, view).getPaint();
    Paint paint = given == null ? new Paint() : new Paint(given);
    paint.setFilterBitmap(true);
    return paint;
  }

  /** Of {@code TextureView}. */
  @Implementation
  protected Bitmap getBitmap(Bitmap into) {
    SurfaceTexture texture = framework().getTexture();
    Bitmap picture = texture == null ? null : Shadow.<OwnTexture>extract(texture).picture();
    if (picture != null) {
      var all = new Rect(0, 0, into.getWidth(), into.getHeight());
      new Canvas(into).drawBitmap(picture, null, all, new Paint(Paint.FILTER_BITMAP_FLAG));
    }
    return into;
  }

  /** Of {@code TextureView}. */
  @Implementation
  protected @Nullable Canvas lockCanvas(@Nullable Rect dirty)
      throws Surface.OutOfResourcesException {
    SurfaceTexture texture = framework().getTexture();
    if (texture == null) {
      return null;
    }
    if (locked == null) {
      locked = new Surface(texture);
    }
    return locked.lockCanvas(dirty);
  }

  /** Of {@code TextureView}. */
  @Implementation
  protected void unlockCanvasAndPost(Canvas canvas) {
    if (locked != null) {
      locked.unlockCanvasAndPost(canvas);
    }
  }
}
