package dev.dexscope.apphost.device.frames;

import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.libcore.Counters;
import java.time.Duration;
import org.robolectric.shadows.ShadowPausedSystemClock;
import org.robolectric.shadows.ShadowSystemClock;

/**
 * The framework's clock. In real time it is the machine's; in virtual time it is where {@link
 * PhoneClock} has moved it.
 */
public final class OwnClock extends ShadowPausedSystemClock {
  private static final long MILLI = 1_000_000;
  private static final long MICRO = 1_000;

  /** The time of day at which the clock begins, which Robolectric's has in 1970. */
  private static final long EPOCH =
      System.currentTimeMillis() * MILLI - ShadowPausedSystemClock.elapsedRealtimeNanos();

  private static volatile boolean isReal;

  private OwnClock() {}

  /** The clock is the machine's from now on. */
  static void beReal() {
    follow();
    isReal = true;
  }

  /** Those who wait for a time get to know that it has come. */
  static void follow() {
    advance(System.nanoTime() - ShadowPausedSystemClock.elapsedRealtimeNanos());
  }

  /** Moves the clock. */
  static void advance(long nanos) {
    if (nanos > 0) {
      ShadowSystemClock.advanceBy(Duration.ofNanos(nanos));
    }
  }

  /** Returns the time, in nanoseconds. */
  public static long now() {
    return isReal ? System.nanoTime() : ShadowPausedSystemClock.elapsedRealtimeNanos();
  }

  /** Returns the time of day, in milliseconds since the epoch, for the framework's own classes. */
  public static long timeOfDay() {
    return isReal ? System.currentTimeMillis() : timeOfDay(now());
  }

  /** Returns the time of day at a time of the clock, in virtual time. */
  static long timeOfDay(long nanos) {
    return (EPOCH + nanos) / MILLI;
  }

  /** Of {@code SystemClock}. */
  @Replaces("android.os.SystemClock")
  public static long uptimeMillis() {
    return now() / MILLI;
  }

  /** Of {@code SystemClock}. */
  @Replaces("android.os.SystemClock")
  public static long elapsedRealtime() {
    return now() / MILLI;
  }

  /** Of {@code SystemClock}. */
  @Replaces("android.os.SystemClock")
  public static long elapsedRealtimeNanos() {
    return now();
  }

  /** Of {@code SystemClock}. */
  @Replaces("android.os.SystemClock")
  public static long currentThreadTimeMillis() {
    return Counters.threadCpuNanos() / MILLI;
  }

  /** Of {@code SystemClock}. */
  @Replaces("android.os.SystemClock")
  public static long currentThreadTimeMicro() {
    return Counters.threadCpuNanos() / MICRO;
  }
}
