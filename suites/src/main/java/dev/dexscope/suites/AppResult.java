package dev.dexscope.suites;

import java.util.List;
import java.util.Locale;

/**
 * How the run of an app ended.
 *
 * @param cause empty for one that resumed
 */
record AppResult(PublicApp app, Status status, double seconds, String cause) {
  private static final String CAUSE = "Caused by: ";
  private static final int LONGEST = 240;

  /** Whether the first Activity resumed and the steps were done. */
  enum Status {
    RESUMED,
    CRASHED,
    TIMEOUT,
    /** The command would not or could not run it. */
    REFUSED,
    /** The package was not available. */
    ABSENT
  }

  /**
   * Returns the result by an exit code and the output: {@code run} ends with 1 when the app
   * crashed.
   */
  static AppResult of(PublicApp app, int exit, double seconds, List<String> output) {
    Status status =
        switch (exit) {
          case 0 -> Status.RESUMED;
          case 1 -> Status.CRASHED;
          case Shell.TIMED_OUT -> Status.TIMEOUT;
          default -> Status.REFUSED;
        };
    return new AppResult(
        app,
        status,
        seconds,
        switch (status) {
          case RESUMED, ABSENT -> "";
          case CRASHED -> crash(output);
          case TIMEOUT -> "timeout";
          case REFUSED -> last(output);
        });
  }

  /**
   * The exception that was the first cause, with the place where it was thrown. ART's log names the
   * process, then prints the exception, whose class R8 may have called anything.
   */
  private static String crash(List<String> output) {
    String cause = "";
    String place = "";
    String before = "";
    for (String line : output) {
      String text = line.strip();
      if (cause.isEmpty() && before.contains("Process: ") && before.contains(", PID: ")) {
        cause = text;
      } else if (!cause.isEmpty() && text.startsWith(CAUSE)) {
        cause = text.substring(CAUSE.length());
        place = "";
      } else if (!cause.isEmpty() && place.isEmpty() && text.startsWith("at ")) {
        place = " " + text;
      }
      before = text;
    }
    return cause.isEmpty() ? last(output) : shortened(cause) + place;
  }

  private static String last(List<String> output) {
    String last = "no output";
    for (String line : output) {
      if (!line.isBlank()) {
        last = line.strip();
      }
    }
    return shortened(last);
  }

  private static String shortened(String text) {
    String line = text.replace('\t', ' ');
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }

  String line() {
    return String.join(
        "\t",
        app.repository(),
        status.name().toLowerCase(Locale.ROOT),
        String.format(Locale.ROOT, "%.1f", seconds),
        app.traits().isEmpty() ? "-" : String.join(",", app.traits()),
        app.libraries().isEmpty() ? "-" : String.join(",", app.libraries()),
        cause);
  }
}
