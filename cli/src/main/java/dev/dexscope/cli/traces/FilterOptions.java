package dev.dexscope.cli.traces;

import dev.dexscope.base.text.Nearest;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import picocli.CommandLine.Option;

/**
 * The options that select a part of a trace; the same for every command on traces. An option that
 * matches nothing is an error, which lists the available names.
 */
final class FilterOptions {
  @Option(
      names = "--include",
      paramLabel = "PREFIX",
      description =
          "Keep methods whose class and name begin with this: com.example. Others are folded.")
  List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PREFIX",
      description = "Fold methods that begin with this: java.util.")
  List<String> exclude = new ArrayList<>();

  @Option(
      names = "--thread",
      paramLabel = "NAME",
      description = "Keep this thread, by name, id, or the start of a name and *.")
  List<String> threads = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "MS",
      description = "The begin of the span, in milliseconds from the start.")
  double from;

  @Option(names = "--to", paramLabel = "MS", description = "The end of the span.")
  double to = Double.POSITIVE_INFINITY;

  @Option(names = "--min", paramLabel = "MS", description = "Fold call paths that took less.")
  double minimum;

  /** The options that have matched nothing in the traces so far, and the available names. */
  private final Set<String> idleThreads = new LinkedHashSet<>();

  private final Set<String> idlePrefixes = new LinkedHashSet<>();
  private final Set<String> seenThreads = new TreeSet<>();
  private final Set<String> seenNames = new TreeSet<>();
  private boolean anySeen;

  /** The filter for a trace, in which all of it must match something. */
  Filter of(Trace trace) {
    Filter filter = ofOneOfSeveral(trace);
    requireMatches(trace.info().file());
    return filter;
  }

  /** The filter for one of several traces; {@link #requireMatches} follows the last. */
  Filter ofOneOfSeveral(Trace trace) {
    Filter filter = filter();
    if (filter.keepsAll()) {
      return filter;
    }
    if (!anySeen) {
      anySeen = true;
      idleThreads.addAll(threads);
      idlePrefixes.addAll(include);
    }
    drop(idleThreads, trace.threads(), Filter::isThread);
    trace.threads().forEach(thread -> seenThreads.add(thread.name()));
    for (int i = 0; i < trace.methods().size() && !idlePrefixes.isEmpty(); i++) {
      String name = trace.methods().get(i).qualifiedName();
      idlePrefixes.removeIf(name::startsWith);
    }
    if (!idlePrefixes.isEmpty()) {
      for (int i = 0; i < trace.methods().size(); i++) {
        seenNames.add(trace.methods().get(i).packageName());
        seenNames.add(trace.methods().get(i).className());
      }
    }
    double length = trace.info().elapsedNanos() / 1e6;
    if (from > length && trace.info().clock().hasWall()) {
      throw CliException.badInput(
          "nothing at --from " + millis(from),
          trace.info().file(),
          "the trace goes from 0 to " + millis(length) + " ms");
    }
    return filter;
  }

  private static <T> void drop(
      Set<String> idle, Collection<T> all, BiPredicate<T, String> matches) {
    idle.removeIf(pattern -> all.stream().anyMatch(each -> matches.test(each, pattern)));
  }

  /** Fails when something has matched nothing in any trace. */
  void requireMatches(Object where) {
    for (String thread : idleThreads) {
      throw CliException.badInput(
          "no thread " + thread, where, Nearest.advice(thread, seenThreads));
    }
    for (String prefix : idlePrefixes) {
      seenNames.remove("");
      throw CliException.badInput(
          "no method begins with " + prefix, where, Nearest.advice(prefix, seenNames));
    }
  }

  /** Returns whether call paths are required to select the part. */
  boolean needsPaths() {
    return filter().needsPaths();
  }

  private Filter filter() {
    if (from < 0 || minimum < 0 || to < from || Double.isNaN(from + to + minimum)) {
      throw CliException.usage(
          "bad span of time, --from " + from + " --to " + to, "use milliseconds, from before to");
    }
    return new Filter(include, exclude, threads, nanos(from), nanos(to), nanos(minimum));
  }

  private static long nanos(double millis) {
    return millis >= Long.MAX_VALUE / 1e6 ? Long.MAX_VALUE : Math.round(millis * 1e6);
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.3f", millis);
  }

  /** Returns a description of the selection; empty if it is everything. */
  String words() {
    List<String> words = new ArrayList<>();
    list(words, "thread", threads);
    list(words, "only", include);
    list(words, "without", exclude);
    if (from > 0 || to < Double.POSITIVE_INFINITY) {
      words.add(
          "from "
              + millis(from)
              + (to < Double.POSITIVE_INFINITY ? " to " + millis(to) : "")
              + " ms");
    }
    if (minimum > 0) {
      words.add("paths of " + millis(minimum) + " ms or more");
    }
    return String.join("; ", words);
  }

  private static void list(List<String> words, String what, List<String> values) {
    if (!values.isEmpty()) {
      words.add(what + " " + String.join(", ", values));
    }
  }
}
