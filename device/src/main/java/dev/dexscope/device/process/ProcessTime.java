package dev.dexscope.device.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of a process in hundredths of a second, as reported by Linux; zeros elsewhere. */
public record ProcessTime(long user, long system, long elapsed) {
  private static final ProcessTime UNKNOWN = new ProcessTime(0, 0, 0);

  /** Places after the name, which may have spaces, in {@code /proc/PID/stat}. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int START = 19;

  private static final int TICKS_OF_SECOND = 100;

  public static ProcessTime of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", pid + "", "stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      String uptime = Files.readString(Path.of("/proc/uptime")).split(" ")[0];
      return new ProcessTime(
          Long.parseLong(words[USER]),
          Long.parseLong(words[SYSTEM]),
          (long) (Double.parseDouble(uptime) * TICKS_OF_SECOND) - Long.parseLong(words[START]));
    } catch (IOException | RuntimeException e) {
      // Not available, or the process has ended.
      return UNKNOWN;
    }
  }
}
