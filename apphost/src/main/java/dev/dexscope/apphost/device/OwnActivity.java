package dev.dexscope.apphost.device;

import android.app.Activity;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowActivity;

/** The app's own report that all of an activity's content is there. */
@Implements(value = Activity.class, isInAndroidSdk = false)
public class FullyDrawn extends ShadowActivity {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Activity real;

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void reportFullyDrawn() {
    super.reportFullyDrawn();
    Session.current().happened(Kind.FULLY_DRAWN, real.getClass().getName());
  }
}
