package dev.dexscope.apps;

import java.time.Duration;

/**
 * The time of an app's run.
 *
 * @param isRealTime whether waiting takes real time
 * @param framesPerSecond of the screen
 * @param anr the real time after which a main thread that does not answer ends the run
 * @param timeout the real time after which the run ends in any case; zero for no limit
 */
public record Pace(boolean isRealTime, int framesPerSecond, Duration anr, Duration timeout) {
  /** Virtual time, a screen of 60 Hz, and the system's limit for a touch. */
  public static final Pace DEFAULT = new Pace(false, 60, Duration.ofSeconds(5), Duration.ZERO);

  /** The same in real time. */
  public static final Pace REAL = new Pace(true, 60, Duration.ofSeconds(5), Duration.ZERO);

  /** The exit code of a run that took longer than its timeout. */
  public static final int TIMED_OUT = 3;

  static Pace parse(String text) {
    String[] cells = text.split(" ");
    return new Pace(
        Boolean.parseBoolean(cells[0]),
        Integer.parseInt(cells[1]),
        Duration.parse(cells[2]),
        Duration.parse(cells[3]));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return isRealTime + " " + framesPerSecond + " " + anr + " " + timeout;
  }
}
