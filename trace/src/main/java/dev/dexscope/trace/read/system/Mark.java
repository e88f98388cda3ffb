package dev.dexscope.trace.read.system;

import org.jspecify.annotations.Nullable;

/**
 * A mark that a program has written into the kernel's trace, as {@code android.os.Trace} does:
 * {@code B|4711|inflate}. The forms are those of libcutils' trace-dev.inc.
 *
 * @param phase B and E begin and end a slice of the thread, S and F one of the process, G and H one
 *     of a track of the process
 * @param pid 0 where it is not written
 * @param track S and F have one for each name
 */
record Mark(char phase, long pid, String track, String name, String cookie) {
  /** Returns null for a text that is no mark, and for instants and counters, which take no time. */
  static @Nullable Mark parse(String written) {
    String text = written.strip();
    if (text.equals("E")) {
      return new Mark('E', 0, "", "", "");
    }
    if (text.length() < 2 || text.charAt(1) != '|') {
      return null;
    }
    char phase = text.charAt(0);
    String[] parts = text.split("\\|", phase == 'B' ? 3 : -1);
    long pid = number(parts[1]);
    if (phase == 'E') {
      return new Mark('E', Math.max(0, pid), "", "", "");
    }
    if (pid < 0 || parts.length < 3 || (parts.length < 4 && phase != 'B')) {
      return null;
    }
    String third = parts[2];
    return switch (phase) {
      case 'B' -> new Mark('B', pid, "", withoutNumber(third), "");
      case 'S', 'F' -> new Mark(phase, pid, third, withoutNumber(third), parts[3]);
      case 'G' ->
          parts.length < 5 ? null : new Mark('G', pid, third, withoutNumber(parts[3]), parts[4]);
      case 'H' -> new Mark('H', pid, third, "", parts[parts.length - 1]);
      default -> null;
    };
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * Frames and transactions have their number behind their name, {@code Choreographer#doFrame
   * 81516}: without it, all of them are the same method.
   */
  static String withoutNumber(String name) {
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    boolean isNumber = end < name.length() && end > 1 && name.charAt(end - 1) == ' ';
    String left = isNumber ? name.substring(0, end - 1).stripTrailing() : name;
    return left.isEmpty() ? "[no name]" : left;
  }
}
