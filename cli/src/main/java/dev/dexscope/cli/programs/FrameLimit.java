package dev.dexscope.cli.programs;

import dev.dexscope.apps.FrameFigures;
import dev.dexscope.cli.terminal.CliException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit for an app's frames, {@code frames.p95:16ms}.
 *
 * @param percent of the frames that must not cost more
 * @param millis the cost
 */
record FrameLimit(int percent, double millis) {
  private static final String FRAMES = "frames.";
  private static final Pattern FORM =
      Pattern.compile("frames\\.p(50|90|95|99):([0-9]{1,6}(?:\\.[0-9]{1,3})?)ms");

  /** Returns whether a limit is for frames. */
  static boolean is(String limit) {
    return limit.startsWith(FRAMES);
  }

  /** Returns the limits for frames among others. */
  static List<FrameLimit> of(List<String> limits) throws CliException {
    List<FrameLimit> found = new ArrayList<>();
    for (String each : limits) {
      if (is(each)) {
        found.add(parse(each));
      }
    }
    return found;
  }

  private static FrameLimit parse(String limit) throws CliException {
    Matcher form = FORM.matcher(limit);
    if (!form.matches()) {
      throw CliException.usage(
          "--fail-on " + limit,
          "use frames.p50, p90, p95 or p99 and milliseconds: frames.p95:16ms");
    }
    return new FrameLimit(Integer.parseInt(form.group(1)), Double.parseDouble(form.group(2)));
  }

  boolean isExceededBy(FrameFigures frames) {
    return frames.percentile(percent) > millis * 1e6;
  }

  /** Returns how the frames exceed it. */
  String excess(FrameFigures frames) {
    return String.format(
        Locale.ROOT,
        "slower: frames.p%d is %.1f ms of CPU time, over %s ms",
        percent,
        frames.percentile(percent) / 1e6,
        Double.toString(millis).replaceAll("\\.0$", ""));
  }
}
