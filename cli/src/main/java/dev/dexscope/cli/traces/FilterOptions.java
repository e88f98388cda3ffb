package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.trace.analysis.Filter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say which part of a trace to look at; the same for every command on traces. */
final class FilterOptions {
  @Option(
      names = "--include",
      paramLabel = "PREFIX",
      description = "Keep methods whose class and name begin so: com.example. Others fold away.")
  List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PREFIX",
      description = "Fold away methods that begin so: java.util.")
  List<String> exclude = new ArrayList<>();

  @Option(
      names = "--thread",
      paramLabel = "NAME",
      description = "Keep this thread, by name, id, or the start of a name and *.")
  List<String> threads = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "MS",
      description = "Look from this time on, in milliseconds from the start.")
  double from;

  @Option(names = "--to", paramLabel = "MS", description = "Look up to this time.")
  double to = Double.POSITIVE_INFINITY;

  @Option(names = "--min", paramLabel = "MS", description = "Fold away call paths that took less.")
  double minimum;

  Filter filter() {
    if (from < 0 || minimum < 0 || to < from || Double.isNaN(from + to + minimum)) {
      throw CliException.usage(
          "bad span of time, --from " + from + " --to " + to, "give milliseconds, from before to");
    }
    return new Filter(include, exclude, threads, nanos(from), nanos(to), nanos(minimum));
  }

  private static long nanos(double millis) {
    return millis >= Long.MAX_VALUE / 1e6 ? Long.MAX_VALUE : Math.round(millis * 1e6);
  }
}
