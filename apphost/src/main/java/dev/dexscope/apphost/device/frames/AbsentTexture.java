package dev.dexscope.apphost.device.frames;

import android.view.TextureView;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTextureView;

/** There are no textures without a GPU: a {@code TextureView} never gets one. */
@Implements(TextureView.class)
public class AbsentTexture extends ShadowTextureView {
  private static final int S = 31;

  private boolean isReported;

  /** Of {@code TextureView}, which draws nothing then. */
  @Override
  @Implementation(methodName = "getTextureLayer", minSdk = S)
  protected @Nullable Object getTextureLayerRPlus() {
    if (!isReported) {
      isReported = true;
      Phone.current().happened(Kind.ABSENT, "TextureView stays empty");
    }
    return null;
  }
}
