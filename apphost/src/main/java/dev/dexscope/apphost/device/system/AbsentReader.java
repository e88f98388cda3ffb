package dev.dexscope.apphost.device.system;

import dev.dexscope.apphost.device.phone.Replaces;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The phone has no reader of fingerprints or faces. */
@SuppressWarnings("unused")
public final class AbsentReader {
  /** {@code BIOMETRIC_ERROR_NO_HARDWARE}, and {@code BIOMETRIC_ERROR_HW_NOT_PRESENT}. */
  private static final int NO_HARDWARE = 12;

  private AbsentReader() {}

  @Replaces("android.hardware.biometrics.BiometricManager")
  static int canAuthenticate(Object manager) {
    return NO_HARDWARE;
  }

  @Replaces("android.hardware.biometrics.BiometricPrompt")
  static void authenticate(Object prompt, Object cancel, Executor executor, Object callback) {
    executor.execute(() ->
        ReflectionHelpers.callInstanceMethod(
            callback,
            "onAuthenticationError",
            ClassParameter.from(int.class, NO_HARDWARE),
            ClassParameter.from(CharSequence.class, "Biometric hardware unavailable")));
  }

  @Replaces("android.hardware.biometrics.BiometricPrompt")
  static void authenticate(
      Object prompt, @Nullable Object crypto, Object cancel, Executor executor, Object callback) {
    authenticate(prompt, cancel, executor, callback);
  }
}
