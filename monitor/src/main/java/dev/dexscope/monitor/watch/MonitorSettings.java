package dev.dexscope.monitor.watch;

import java.time.Duration;

/**
 * The time limits of a monitor.
 *
 * @param patience the time limit of an answer
 * @param firstRetry the delay before a failed operation is repeated; doubled each time
 * @param lastRetry the longest delay
 */
public record MonitorSettings(Duration patience, Duration firstRetry, Duration lastRetry) {
  public static final MonitorSettings DEFAULT =
      new MonitorSettings(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(30));

  Backoff backoff() {
    return new Backoff(firstRetry, lastRetry);
  }
}
