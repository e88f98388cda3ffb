package dev.dexscope.monitor.device;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a device's log, as {@code logcat -v threadtime} prints it.
 *
 * @param time month, day and time of the device
 * @param level {@code V D I W E F}; {@code ?} if it is not a message
 */
public record LogLine(String time, int pid, int tid, char level, String tag, String message) {
  /** Up to the tag; devices with several users have their names before the process. */
  private static final Pattern HEAD =
      Pattern.compile(
          "(\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}) {1,8}(?:[a-z][a-z0-9_]{0,30} {1,8})?"
              + "(\\d{1,9}) {1,8}(\\d{1,9}) ([VDIWEFA]) ");

  /** Parses a line; one that is not a message has no process and no tag. */
  public static LogLine parse(String line) {
    Matcher head = HEAD.matcher(line);
    int colon = head.lookingAt() ? line.indexOf(':', head.end()) : -1;
    if (colon < 0) {
      return new LogLine("", 0, 0, '?', "", line);
    }
    int message = line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1;
    return new LogLine(
        head.group(1),
        Integer.parseInt(head.group(2)),
        Integer.parseInt(head.group(3)),
        head.group(4).charAt(0),
        line.substring(head.end(), colon).strip(),
        line.substring(message));
  }
}
