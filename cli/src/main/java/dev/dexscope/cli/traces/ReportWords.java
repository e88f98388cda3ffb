package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words behind {@code report} without picocli, which takes longer to start than a report
 * to make: one trace, and the options that are typed most. The launcher knows their names too
 * ({@code is_quick} in scripts/launch.sh).
 */
public final class ReportWords {
  private ReportWords() {}

  /** The command; null for all that is not plain: that is for picocli to read, or to refuse. */
  public static @Nullable ReportCommand read(Terminal terminal, String... words) {
    var report = new ReportCommand(terminal);
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (!word.startsWith("-")) {
        report.files.add(Path.of(word));
        continue;
      }
      if (flag(report, word)) {
        continue;
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 && i + 1 == words.length) {
        return null;
      }
      String value = equals < 0 ? words[++i] : word.substring(equals + 1);
      if (value.isEmpty() || value.startsWith("-") || !option(report, name, value)) {
        return null;
      }
    }
    return report.files.size() == 1 ? report : null;
  }

  private static boolean flag(ReportCommand report, String word) {
    switch (word) {
      case "--raw" -> report.raw = true;
      case "--json" -> report.json = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean option(ReportCommand report, String name, String value) {
    try {
      switch (name) {
        case "--top" -> report.top = Integer.parseInt(value);
        case "--by" -> report.by = Grouping.valueOf(constant(value));
        case "--sort" -> report.order = FlatProfile.Order.valueOf(constant(value));
        case "--clock" -> report.clock.clock = Timing.valueOf(constant(value));
        case "--thread" -> report.filter.threads.add(value);
        case "--include" -> report.filter.include.add(value);
        case "--exclude" -> report.filter.exclude.add(value);
        default -> {
          return false;
        }
      }
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
