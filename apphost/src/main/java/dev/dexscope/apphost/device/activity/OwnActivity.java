package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.os.Handler;
import android.os.Looper;
import dev.dexscope.apphost.device.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowActivity;

/** The reports of activities to the system, and their requests. */
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
    Phone.part(Activities.class).fullyDrawn(real);
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finish() {
    super.finish();
    Phone.part(Activities.class).followSoon();
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finishAndRemoveTask() {
    super.finishAndRemoveTask();
    Phone.part(Activities.class).followSoon();
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void finishAffinity() {
    Phone.part(Activities.class).finishAffinity(real);
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected boolean isTaskRoot() {
    return Phone.part(Activities.class).isRoot(real);
  }

  /** Of {@code Activity}: an activity above others goes only if it is asked to by any. */
  @Override
  @Implementation
  protected boolean moveTaskToBack(boolean nonRoot) {
    Activities activities = Phone.part(Activities.class);
    boolean isMoved = nonRoot || activities.isRoot(real);
    if (isMoved) {
      new Handler(Looper.getMainLooper()).post(activities::moveToBack);
    }
    return isMoved;
  }

  /** Of {@code Activity}. */
  @Override
  @Implementation
  protected void setRequestedOrientation(int orientation) {
    super.setRequestedOrientation(orientation);
    Phone.part(Activities.class).askToTurn(real, orientation);
  }

  /** Of {@code Activity}: by the system, after what is running now. */
  @Override
  @Implementation
  protected void recreate() {
    Phone.part(Activities.class).askToRecreate(real);
  }
}
