package dev.dexscope.monitor.watch;

import java.time.Duration;

/**
 * How patient a monitor is.
 *
 * @param patience how long an answer may take
 * @param firstRetry how long to wait before what has failed is tried again; later twice as long
 * @param lastRetry the longest time
 */
public record MonitorSettings(Duration patience, Duration firstRetry, Duration lastRetry) {
  public static final MonitorSettings DEFAULT =
      new MonitorSettings(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(30));

  Backoff backoff() {
    return new Backoff(firstRetry, lastRetry);
  }
}
