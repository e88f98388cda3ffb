package dev.dexscope.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * How long samples saw methods at each of their lines: of profiles whose frames have lines, and of
 * no others.
 *
 * <pre>{@code
 * for (LineTimes.Time each : trace.lines().of(method, thread -> true)) {
 *   System.out.println(each.line() + ": " + each.total() + " ns");
 * }
 * }</pre>
 */
public final class LineTimes {
  /** Those of a trace without lines. */
  public static final LineTimes NONE = new LineTimes(Map.of());

  private final Map<Integer, List<Entry>> byMethod = new HashMap<>();

  /** A line of a method, in a thread; both by their numbers in the trace. */
  public record At(int thread, int method, int line) {}

  /**
   * The time at a line, in the unit of the trace's samples.
   *
   * @param self the time of samples whose innermost method was at the line
   * @param total the same with what was called from the line; each sample counts once
   */
  public record Time(int line, long self, long total) {
    /** Returns the sum of two times at the same line. */
    public Time plus(Time other) {
      return new Time(line, self + other.self, total + other.total);
    }
  }

  private record Entry(int thread, Time time) {}

  /** The times at lines; each has the line's number. */
  public LineTimes(Map<At, Time> times) {
    times.forEach((at, time) ->
        byMethod
            .computeIfAbsent(at.method(), _ -> new ArrayList<>())
            .add(new Entry(at.thread(), time)));
  }

  /** Returns whether the trace has no lines. */
  public boolean isEmpty() {
    return byMethod.isEmpty();
  }

  /** The lines of a method with time in some threads, by their numbers. */
  public List<Time> of(int method, IntPredicate threads) {
    Map<Integer, Time> lines = new TreeMap<>();
    for (Entry each : byMethod.getOrDefault(method, List.of())) {
      if (threads.test(each.thread())) {
        lines.merge(each.time().line(), each.time(), Time::plus);
      }
    }
    return List.copyOf(lines.values());
  }
}
