package dev.dexscope.apphost.device.system;

import android.os.SystemClock;

/**
 * The framework's wall clock: the host's time at the start of the process, plus the time of its own
 * clock since. Robolectric's begins in 1970, which dates on the screen would show.
 */
public final class WallClock {
  private static final long BEGIN = System.currentTimeMillis() - SystemClock.uptimeMillis();

  private WallClock() {}

  /** Milliseconds since the epoch. */
  public static long now() {
    return BEGIN + SystemClock.uptimeMillis();
  }
}
