package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.finding.ElapsedTime;
import dev.dexscope.trace.finding.Finding;
import dev.dexscope.trace.finding.Findings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The first lines of a profile: where its elapsed time went, the causes of that, and the next
 * steps.
 */
public final class FirstAnswer {
  private static final int MOST_CAUSES = 3;

  /** Smaller parts of the elapsed time are not listed. */
  private static final int LEAST_PERCENT = 1;

  private FirstAnswer() {}

  /** Prints it, on ten lines at most where the terminal is wide enough. */
  public static void print(Terminal terminal, Trace trace, Path file) {
    PrintStream out = terminal.out();
    elapsed(trace, out);
    List<Finding> findings = Findings.of(trace, Filter.ALL);
    int number = 1;
    for (Finding each : findings.subList(0, Math.min(MOST_CAUSES, findings.size()))) {
      String text = number++ + ". " + Terminal.plain(each.text());
      out.println(ExplainCommand.wrapped(text, terminal.columns()));
    }
    out.println("next  dexscope explain " + file + "; dexscope view " + file);
    out.println();
  }

  /** One line with the parts of the elapsed time; nothing if the trace does not show them. */
  static void elapsed(Trace trace, PrintStream out) {
    List<ElapsedTime.Part> parts = ElapsedTime.of(trace);
    if (parts.isEmpty()) {
      return;
    }
    long nanos = parts.stream().mapToLong(ElapsedTime.Part::nanos).sum();
    String shares =
        parts.stream()
            .filter(each -> each.percent() >= LEAST_PERCENT)
            .map(each -> each.percent() + " % " + each.words())
            .collect(Collectors.joining(", "));
    out.printf(Locale.ROOT, "%,.0f ms elapsed: %s%n", nanos / 1e6, shares);
  }
}
