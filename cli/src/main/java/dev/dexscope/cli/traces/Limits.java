package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.trace.analysis.Criteria;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By how much the head may be above the base.
 *
 * @param time as a fraction, or null
 * @param calls as a fraction, or null
 */
record Limits(@Nullable Double time, @Nullable Double calls) {
  private static final double LEVEL = 0.05;
  private static final String CALLS = "calls:";

  static Limits of(List<String> words) {
    Double time = null;
    Double calls = null;
    for (String word : words) {
      boolean ofCalls = word.startsWith(CALLS);
      if ((ofCalls ? calls : time) != null) {
        throw CliException.usage("two limits, " + String.join(" ", words), "use one of a kind");
      }
      if (ofCalls) {
        calls = fraction(word.substring(CALLS.length()));
      } else {
        time = fraction(word);
      }
    }
    return new Limits(time, calls);
  }

  static double fraction(String percent) {
    String digits = percent.endsWith("%") ? percent.substring(0, percent.length() - 1) : percent;
    try {
      double value = Double.parseDouble(digits.strip());
      if (value >= 0) {
        return value / 100;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a negative number.
    }
    throw CliException.usage("bad percentage, " + percent, "write it as 10%");
  }

  /**
   * The criteria of a change.
   *
   * @param share rows below it are ignored: {@code 1%}
   */
  Criteria criteria(String share) {
    return new Criteria(LEVEL, time == null ? Criteria.USUAL.margin() : time, fraction(share));
  }

  /** Fails unless a number of rows is one; 0 stands for all. */
  static void checkRows(int top) {
    if (top < 0) {
      throw CliException.usage("--top " + top, "name a number of rows, or 0 for all");
    }
  }
}
