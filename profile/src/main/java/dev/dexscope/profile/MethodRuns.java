package dev.dexscope.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method's figures in several runs of one program.
 *
 * <pre>{@code
 * var methods = new MethodRuns.Collector();
 * methods.add(1, "Main.run", 12, 3_400_000);
 * List<MethodRuns> sorted = methods.sorted(1);
 * }</pre>
 *
 * @param name the method
 * @param nanos its time in each run, the shortest first; 0 where it was not called
 * @param calls in each run, the fewest first
 */
public record MethodRuns(String name, List<Long> nanos, List<Long> calls) {
  public MethodRuns {
    nanos = nanos.stream().sorted().toList();
    calls = calls.stream().sorted().toList();
  }

  /** The time in the middle; between the two in the middle of an even number of runs. */
  public double median() {
    int middle = nanos.size() / 2;
    return nanos.size() % 2 == 1
        ? nanos.get(middle)
        : (nanos.get(middle - 1) + nanos.get(middle)) / 2.0;
  }

  /** Half of what lies between the shortest time and the longest, as a part of the median. */
  public double spread() {
    return (nanos.getLast() - nanos.getFirst()) / 2.0 / Math.max(1, median());
  }

  /** {@code 12}, or {@code 12-15} when the runs differ. */
  public String callsText() {
    long fewest = calls.getFirst();
    long most = calls.getLast();
    return fewest == most ? Long.toString(most) : fewest + "-" + most;
  }

  /** Gathers the figures of all runs. */
  public static final class Collector {
    private final Map<String, Map<Integer, long[]>> byName = new LinkedHashMap<>();

    /** A method's figures in one run. */
    public void add(int run, String name, long calls, long nanos) {
      long[] sums =
          byName
              .computeIfAbsent(name, _ -> new LinkedHashMap<>())
              .computeIfAbsent(run, _ -> new long[2]);
      sums[0] += calls;
      sums[1] += nanos;
    }

    /** All methods, the one with the largest median first. */
    public List<MethodRuns> sorted(int runs) {
      List<MethodRuns> methods = new ArrayList<>();
      byName.forEach((name, figures) -> {
        List<Long> nanos = new ArrayList<>();
        List<Long> calls = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
          long[] sums = figures.getOrDefault(run, new long[2]);
          calls.add(sums[0]);
          nanos.add(sums[1]);
        }
        methods.add(new MethodRuns(name, nanos, calls));
      });
      methods.sort(Comparator.comparingDouble(MethodRuns::median).reversed());
      return methods;
    }
  }
}
