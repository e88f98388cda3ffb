package dev.dexscope.apphost.device.system;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAutofillManager;

/**
 * The user has chosen no service that fills fields. Android 11 asks the system for it whenever a
 * field comes or goes; later levels find by themselves that there is none.
 */
@Implements(className = "android.view.autofill.AutofillManager", maxSdk = 33)
public class AbsentAutofill extends ShadowAutofillManager {
  /** Nobody is told of fields. */
  @Implementation
  protected void ensureServiceClientAddedIfNeededLocked() {}
}
