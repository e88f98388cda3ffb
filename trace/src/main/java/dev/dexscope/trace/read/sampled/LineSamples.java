package dev.dexscope.trace.read.sampled;

import dev.dexscope.trace.LineTimes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sums the samples of a profile by the lines at which their methods were. Frames without a line
 * take no place: of a profile without lines nothing is kept.
 */
public final class LineSamples {
  /** The stack of no method. */
  public static final int EMPTY = -1;

  /** Set in the number of a stack whose innermost method has no line. */
  private static final int WITHOUT = 1;

  private final Map<Place, Integer> numbers = new HashMap<>();
  private Place[] places = new Place[16];
  private final Map<Long, Long> weights = new HashMap<>();

  /** A method at a line, called by the place of another number. */
  private record Place(int caller, int method, int line) {}

  /**
   * The stack of a method that another one has called.
   *
   * @param line 0 or less if it is unknown
   */
  public int of(int caller, int method, int line) {
    int outer = caller >> 1;
    if (line <= 0) {
      return outer << 1 | WITHOUT;
    }
    var place = new Place(outer, method, line);
    Integer known = numbers.putIfAbsent(place, numbers.size());
    if (known != null) {
      return known << 1;
    }
    int number = numbers.size() - 1;
    if (number == places.length) {
      places = Arrays.copyOf(places, 2 * number);
    }
    places[number] = place;
    return number << 1;
  }

  /** Adds a sample, whose weight is not negative. */
  public void add(int thread, int stack, long weight) {
    if (stack >> 1 >= 0) {
      weights.merge((long) thread << 32 | stack, weight, Long::sum);
    }
  }

  /** The sums; each method and line counts once in a stack. */
  public LineTimes times() {
    Map<LineTimes.At, LineTimes.Time> times = new HashMap<>();
    Set<LineTimes.At> seen = new HashSet<>();
    weights.forEach((key, weight) -> {
      int thread = (int) (key >> 32);
      int stack = key.intValue();
      seen.clear();
      for (int i = stack >> 1; i >= 0; i = places[i].caller()) {
        var at = new LineTimes.At(thread, places[i].method(), places[i].line());
        if (seen.add(at)) {
          long self = i == stack >> 1 && (stack & WITHOUT) == 0 ? weight : 0;
          times.merge(at, new LineTimes.Time(at.line(), self, weight), LineTimes.Time::plus);
        }
      }
    });
    return times.isEmpty() ? LineTimes.NONE : new LineTimes(times);
  }
}
