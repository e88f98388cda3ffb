package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Selects a part of a trace.
 *
 * @param include prefixes of qualified method names to keep ({@code com.example.}); empty keeps all
 * @param exclude prefixes to omit
 * @param threads names or ids of threads to keep; a name may end in {@code *}; empty keeps all
 * @param fromNanos the beginning of the span of time, from the trace's start
 * @param toNanos its end
 * @param minimumNanos call paths that took less are added to their callers
 * @param transforms changes of the call paths that are left, in their order
 */
public record Filter(
    List<String> include,
    List<String> exclude,
    List<String> threads,
    long fromNanos,
    long toNanos,
    long minimumNanos,
    List<Transform> transforms) {
  public static final Filter ALL =
      new Filter(List.of(), List.of(), List.of(), 0, Long.MAX_VALUE, 0);

  public Filter {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    threads = List.copyOf(threads);
    transforms = List.copyOf(transforms);
  }

  /** A filter without transforms. */
  public Filter(
      List<String> include,
      List<String> exclude,
      List<String> threads,
      long fromNanos,
      long toNanos,
      long minimumNanos) {
    this(include, exclude, threads, fromNanos, toNanos, minimumNanos, List.of());
  }

  /** The same with other transforms. */
  public Filter with(List<Transform> other) {
    return new Filter(include, exclude, threads, fromNanos, toNanos, minimumNanos, other);
  }

  /** The same with call paths that took less added to their callers. */
  public Filter from(long minimum) {
    return new Filter(
        include, exclude, threads, fromNanos, toNanos, Math.max(minimum, minimumNanos), transforms);
  }

  /**
   * Returns what is left out, in words, for files that have only this part; empty if nothing is.
   */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    if (!threads.isEmpty()) {
      words.add("threads " + String.join(" ", threads));
    }
    if (hasWindow()) {
      String end = toNanos == Long.MAX_VALUE ? "the end" : millis(toNanos);
      words.add(millis(fromNanos) + " to " + end);
    }
    if (!include.isEmpty()) {
      words.add("only " + String.join(" ", include));
    }
    if (!exclude.isEmpty()) {
      words.add("without " + String.join(" ", exclude));
    }
    transforms.forEach(transform -> words.add(transform.words()));
    if (minimumNanos > 0) {
      words.add("call paths from " + millis(minimumNanos) + " on");
    }
    return words;
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }

  /** The same of the whole time. */
  public Filter atAnyTime() {
    return new Filter(include, exclude, threads, 0, Long.MAX_VALUE, minimumNanos, transforms);
  }

  /** The same span of time and threads, with every method. */
  Filter ofAllMethods() {
    return new Filter(List.of(), List.of(), threads, fromNanos, toNanos, 0);
  }

  boolean hasWindow() {
    return fromNanos > 0 || toNanos < Long.MAX_VALUE;
  }

  /**
   * Returns whether nothing is omitted. {@code equals(ALL)} would take ten milliseconds: a record's
   * methods are generated at the first call.
   */
  public boolean keepsAll() {
    return threads.isEmpty() && keepsAllMethods() && !hasWindow();
  }

  /** Returns whether sums by thread and method are not enough for it. */
  public boolean needsPaths() {
    return !keepsAllMethods() || hasWindow() || !transforms.isEmpty();
  }

  boolean keepsAllMethods() {
    return include.isEmpty() && exclude.isEmpty() && minimumNanos == 0;
  }

  boolean keeps(Method method) {
    String name = method.qualifiedName();
    return (include.isEmpty() || include.stream().anyMatch(name::startsWith))
        && exclude.stream().noneMatch(name::startsWith);
  }

  boolean keeps(TraceThread thread) {
    return threads.isEmpty() || threads.stream().anyMatch(pattern -> isThread(thread, pattern));
  }

  /**
   * Returns whether a pattern names the thread: its name, its id, or the start of its name and
   * {@code *}.
   */
  public static boolean isThread(TraceThread thread, String pattern) {
    if (pattern.endsWith("*")) {
      return thread.name().startsWith(pattern.substring(0, pattern.length() - 1));
    }
    return thread.name().equals(pattern) || Long.toString(thread.id()).equals(pattern);
  }
}
