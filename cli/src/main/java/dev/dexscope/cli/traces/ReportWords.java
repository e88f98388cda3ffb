package dev.dexscope.cli.traces;

import dev.dexscope.cli.options.EarlyOptions;
import dev.dexscope.cli.options.EarlyWords;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parses the words after {@code report} without picocli, which takes longer to start than a report:
 * one trace, and the most frequent options.
 */
public final class ReportWords {
  private ReportWords() {}

  /** The command; null for all that is not plain: that is for picocli to read, or to refuse. */
  public static @Nullable ReportCommand read(Terminal terminal, String... line) {
    EarlyWords plain = EarlyWords.of(EarlyOptions.of("report"), line);
    if (plain == null || plain.words().size() != 1) {
      return null;
    }
    var report = ReportCommand.of(terminal, Path.of(plain.words().getFirst()));
    for (EarlyWords.Given each : plain.options()) {
      if (!set(report, each.name(), each.value())) {
        return null;
      }
    }
    return report;
  }

  private static boolean set(ReportCommand report, String name, String value) {
    try {
      switch (name) {
        case "--raw" -> report.raw = true;
        case "--wide" -> report.wide = true;
        case "--json" -> report.json = true;
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
