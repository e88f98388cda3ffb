package dev.dexscope.apphost.device.media;

import dev.dexscope.apphost.device.phone.Replaces;

/** The figures that sound is mixed for, of which programs take buffers. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Sounds {
  private Sounds() {}

  @Replaces("android.media.AudioSystem")
  static int getPrimaryOutputSamplingRate() {
    return 48_000;
  }

  @Replaces("android.media.AudioSystem")
  static int getPrimaryOutputFrameCount() {
    return 192;
  }
}
