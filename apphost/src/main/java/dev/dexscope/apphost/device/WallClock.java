package dev.dexscope.apphost.device;

import android.os.SystemClock;

/**
 * The framework's wall clock: the host's time at the start of the process, plus the time of its own
 * clock since. Robolectric's begins in 1970, which dates on the screen would show.
 */
final class WallClock {
  private static final long BEGIN = System.currentTimeMillis() - SystemClock.uptimeMillis();

  private WallClock() {}

  /** Milliseconds since the epoch. */
  static long now() {
    return BEGIN + SystemClock.uptimeMillis();
  }
}
