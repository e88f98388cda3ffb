package dev.dexscope.apphost.device.frames;

import android.widget.Toast;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;

/** Toasts have the framework's own code, up to where the system shows them. */
@Implements(Toast.class)
public class OwnToast {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Toast real;

  /** Of {@code Toast}. */
  @Implementation
  protected void show() {
    Toasts.ofProcess().show(real);
  }

  /** Of {@code Toast}. */
  @Implementation
  protected void cancel() {
    Toasts.ofProcess().cancel(real);
  }
}
