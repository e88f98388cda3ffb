package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.app.PendingIntent;
import android.content.Intent;
import android.content.IntentSender;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import dev.dexscope.apphost.device.phone.Phone;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.fakes.RoboIntentSender;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowPendingIntent;

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

  /** Of {@code Activity}: who is started by another's request answers the one that has sent it. */
  @Override
  @Implementation
  public void startIntentSenderForResult(
      IntentSender sender,
      int code,
      @Nullable Intent more,
      int mask,
      int flags,
      int extraFlags,
      @Nullable Bundle options)
      throws IntentSender.SendIntentException {
    PendingIntent asked = ((RoboIntentSender) sender).getPendingIntent();
    ShadowPendingIntent known = Shadow.extract(asked);
    if (!known.isActivity()) {
      super.startIntentSenderForResult(sender, code, more, mask, flags, extraFlags, options);
      return;
    }
    if (known.isCanceled()) {
      throw new IntentSender.SendIntentException();
    }
    var intent = new Intent(known.getSavedIntent());
    if (more != null && !known.isImmutable()) {
      intent.fillIn(more, known.getFlags());
      intent.setFlags((intent.getFlags() & ~mask) | (flags & mask));
    }
    real.startActivityForResult(intent, code, options);
    if ((known.getFlags() & PendingIntent.FLAG_ONE_SHOT) != 0) {
      asked.cancel();
    }
  }
}
