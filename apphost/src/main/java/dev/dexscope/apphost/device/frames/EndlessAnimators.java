package dev.dexscope.apphost.device.frames;

import android.animation.ValueAnimator;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowValueAnimator;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Animators repeat as often as they are to; Robolectric's end after the second time. */
@Implements(ValueAnimator.class)
public class EndlessAnimators extends ShadowValueAnimator {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private ValueAnimator real;

  /** The framework's own method. */
  @ForType(ValueAnimator.class)
  interface Framework {
    /** Sets it. */
    @Direct
    void setRepeatCount(int count);
  }

  /** Of {@code ValueAnimator}. */
  @Override
  @Implementation
  protected void setRepeatCount(int count) {
    Reflector.reflector(Framework.class, real).setRepeatCount(count);
  }
}
