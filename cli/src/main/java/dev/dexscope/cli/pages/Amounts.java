package dev.dexscope.cli.pages;

import dev.dexscope.cli.terminal.CliException;
import java.time.Duration;
import java.util.Locale;

/** Sizes and times as people write them. */
final class Amounts {
  private Amounts() {}

  /** {@code 500m} for so many megabytes; also k, g, t, or plain bytes. */
  static long bytes(String option, String text) {
    int shift = " kmgt".indexOf(unit(text)) * 10;
    if (shift < 0) {
      return positive(option, text, text, 1, "bytes, or 500m, 2g");
    }
    return positive(
        option, text, text.substring(0, text.length() - 1), 1L << shift, "bytes, or 500m, 2g");
  }

  /** {@code 30d} for so many days; also h, m, s. */
  static Duration time(String option, String text) {
    long seconds =
        switch (unit(text)) {
          case 's' -> 1;
          case 'm' -> 60;
          case 'h' -> 3600;
          case 'd' -> 86_400;
          default -> 0;
        };
    String number = text.isEmpty() ? "" : text.substring(0, text.length() - 1);
    return Duration.ofSeconds(positive(option, text, number, seconds, "30d, 12h, 90m"));
  }

  private static char unit(String text) {
    return text.isEmpty() ? '?' : text.toLowerCase(Locale.ROOT).charAt(text.length() - 1);
  }

  private static long positive(String option, String text, String number, long each, String how) {
    try {
      long value = Math.multiplyExact(Long.parseLong(number), each);
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // Said below, with what is wanted.
    }
    throw CliException.usage(option + " is not an amount: " + text, "write " + how);
  }
}
