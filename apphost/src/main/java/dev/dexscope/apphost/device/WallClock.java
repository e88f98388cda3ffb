package dev.dexscope.apphost.device;

import android.os.SystemClock;

/**
 * What time the framework takes it to be: the host's when the process began, and as much later as
 * its own clock has gone on since. Robolectric's begins in 1970, which dates on the screen tell.
 */
final class WallClock {
  private static final long BEGIN = System.currentTimeMillis() - SystemClock.uptimeMillis();

  private WallClock() {}

  /** Milliseconds since the epoch. */
  static long now() {
    return BEGIN + SystemClock.uptimeMillis();
  }
}
