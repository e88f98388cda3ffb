package dev.dexscope.observe.logcat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects messages, in logcat's notation: {@code TAG:LEVEL} separated by blanks, {@code *} for all
 * other tags, levels V, D, I, W, E, F and S (silent).
 *
 * <pre>{@code
 * LogFilter.parse("MyApp:d *:e").shows(entry)
 * }</pre>
 */
public final class LogFilter {
  private static final String LEVELS = "VDIWEFS";
  private static final int VERBOSE = 2;

  private final Map<String, Integer> leastByTag = new HashMap<>();

  private LogFilter() {}

  /** Parses a filter; words other than {@code TAG:LEVEL} are ignored, as in logcat. */
  public static LogFilter parse(@Nullable String text) {
    var filter = new LogFilter();
    if (text != null) {
      for (String each : text.trim().split("\\s+")) {
        int colon = each.lastIndexOf(':');
        int level =
            colon < 0 || colon + 1 >= each.length()
                ? -1
                : LEVELS.indexOf(Character.toUpperCase(each.charAt(colon + 1)));
        if (level >= 0) {
          filter.leastByTag.put(each.substring(0, colon), VERBOSE + level);
        }
      }
    }
    return filter;
  }

  /** Returns whether a message is printed. */
  public boolean shows(LogEntry entry) {
    Integer least = leastByTag.get(entry.tag());
    if (least == null) {
      least = leastByTag.getOrDefault("*", VERBOSE);
    }
    return entry.priority() >= least;
  }
}
