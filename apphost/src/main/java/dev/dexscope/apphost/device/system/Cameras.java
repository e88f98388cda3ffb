package dev.dexscope.apphost.device.system;

import android.hardware.Camera;
import dev.dexscope.apphost.device.phone.Replaces;
import org.jspecify.annotations.Nullable;

/** The cameras of the phone: there are none, of which Robolectric opens as many as apps want. */
@SuppressWarnings({"unused", "DoNotCallSuggester"})
public final class Cameras {
  private Cameras() {}

  @Replaces("android.hardware.Camera")
  static @Nullable Object open() {
    return null;
  }

  @Replaces("android.hardware.Camera")
  static Object open(int number) {
    throw new RuntimeException("Fail to connect to camera service");
  }

  @Replaces("android.hardware.Camera")
  static void getCameraInfo(int number, Camera.CameraInfo info) {
    throw new RuntimeException("Fail to get camera info");
  }
}
