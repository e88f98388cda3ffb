package dev.dexscope.trace.finding;

import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the elapsed time of a run by its critical path.
 *
 * <pre>{@code
 * for (ElapsedTime.Part each : ElapsedTime.of(trace)) {
 *   System.out.println(each.percent() + " % " + each.words());
 * }
 * }</pre>
 */
public final class ElapsedTime {
  /**
   * A part.
   *
   * @param percent whole ones, which add up to 100
   */
  public record Part(String words, long nanos, int percent) {}

  private ElapsedTime() {}

  /** The parts, the longest first; empty if the trace has no critical path. */
  public static List<Part> of(Trace trace) {
    Map<String, Long> sums = new LinkedHashMap<>();
    for (Observed.Part each : trace.observed().path()) {
      sums.merge(each.kind().words(), each.nanos(), Long::sum);
    }
    long total = sums.values().stream().mapToLong(Long::longValue).sum();
    if (total == 0) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    int percents = 0;
    for (Map.Entry<String, Long> each : sums.entrySet()) {
      int percent = (int) (100 * each.getValue() / total);
      percents += percent;
      parts.add(new Part(each.getKey(), each.getValue(), percent));
    }
    // What rounding has left goes to the largest remainders.
    parts.sort(Comparator.comparingLong((Part each) -> -(100 * each.nanos() % total)));
    for (int i = 0; percents < 100 && i < parts.size(); i++, percents++) {
      Part part = parts.get(i);
      parts.set(i, new Part(part.words(), part.nanos(), part.percent() + 1));
    }
    parts.sort(Comparator.comparingLong(Part::nanos).reversed());
    return parts;
  }
}
