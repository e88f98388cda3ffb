package dev.dexscope.apphost.device;

import android.app.Activity;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowActivity;

/** What activities report to the system, and request of it. */
@Implements(value = Activity.class, isInAndroidSdk = false)
public class OwnActivity extends ShadowActivity {
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

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finish() {
    super.finish();
    Session.current().activities().followSoon();
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finishAndRemoveTask() {
    super.finishAndRemoveTask();
    Session.current().activities().followSoon();
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finishAffinity() {
    Session.current().activities().finishAffinity(real);
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected boolean isTaskRoot() {
    return Session.current().activities().isRoot(real);
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void setRequestedOrientation(int orientation) {
    super.setRequestedOrientation(orientation);
    Session.current().activities().askToTurn(real, orientation);
  }

  /** Of {@code Activity}: by the system, after what is running now. */
  @Override
  @Implementation
  protected void recreate() {
    Session.current().activities().askToRecreate(real);
  }
}
