package android.os;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clocks. This machine does not sleep: uptime and elapsed time are the same. */
public final class SystemClock {
  private SystemClock() {}

  /** Sleeps for all that time, however often it is interrupted; tells the interrupt afterwards. */
  public static void sleep(long ms) {
    long end = uptimeMillis() + ms;
    boolean interrupted = false;
    for (long left = ms; left > 0; left = end - uptimeMillis()) {
      try {
        Thread.sleep(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Only the system's owner sets its time. */
  public static boolean setCurrentTimeMillis(long millis) {
    return false;
  }

  public static long uptimeMillis() {
    return System.nanoTime() / 1_000_000;
  }

  public static long uptimeNanos() {
    return System.nanoTime();
  }

  public static long elapsedRealtime() {
    return System.nanoTime() / 1_000_000;
  }

  public static long elapsedRealtimeNanos() {
    return System.nanoTime();
  }

  /** The current thread's CPU time. */
  public static long currentThreadTimeMillis() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000;
  }

  public static Clock uptimeClock() {
    return new SinceBoot(ZoneOffset.UTC);
  }

  public static Clock elapsedRealtimeClock() {
    return new SinceBoot(ZoneOffset.UTC);
  }

  public static Clock currentNetworkTimeClock() {
    return Clock.systemUTC();
  }

  public static Clock currentGnssTimeClock() {
    return Clock.systemUTC();
  }

  /** Time since the machine's start, as an instant since 1970. */
  private static final class SinceBoot extends Clock {
    private final ZoneId zone;

    SinceBoot(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new SinceBoot(other);
    }

    @Override
    public long millis() {
      return uptimeMillis();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }
  }
}
