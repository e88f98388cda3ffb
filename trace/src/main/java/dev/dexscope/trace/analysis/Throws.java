package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions of a trace: throwers, catchers, and the costs of unwinding. A throw shows as
 * frames of one thread that are left by an exception one after the other; the first is the
 * thrower's, and the frame below the last one caught.
 */
public final class Throws {
  private Throws() {}

  /**
   * All throws from one method to another.
   *
   * @param thrower the innermost method that was left
   * @param catcher the method that went on; -1 when the whole stack was unwound
   * @param count how often
   * @param frames how many frames they left together
   * @param wall elapsed time from the first frame left to the last, all throws together
   */
  public record Path(int thrower, int catcher, long count, long frames, long wall) {}

  public static List<Path> of(Trace trace, Filter filter) {
    var finder = new Finder(trace, filter);
    trace.replay(finder);
    finder.flush();
    List<Path> paths = new ArrayList<>();
    finder.sums.forEach(
        (key, sum) -> paths.add(new Path(key.thrower(), key.catcher(), sum[0], sum[1], sum[2])));
    paths.sort(
        Comparator.comparingLong(Path::count)
            .reversed()
            .thenComparing(Comparator.comparingLong(Path::frames).reversed())
            .thenComparingInt(Path::thrower)
            .thenComparingInt(Path::catcher));
    return paths;
  }

  private record Key(int thrower, int catcher) {}

  private static final class Finder implements CallVisitor {
    private static final class Running {
      int[] method = new int[64];
      int depth;
      int thrower = -1;
      long frames;
      long from;
      long to;
    }

    private final Map<Key, long[]> sums = new HashMap<>();
    private final @Nullable Running[] running;

    Finder(Trace trace, Filter filter) {
      running = new Running[trace.threads().size()];
      for (int i = 0; i < running.length; i++) {
        running[i] = filter.keeps(trace.threads().get(i)) ? new Running() : null;
      }
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      Running r = running[thread];
      if (r == null) {
        return;
      }
      caught(r);
      if (r.depth == r.method.length) {
        r.method = java.util.Arrays.copyOf(r.method, 2 * r.depth);
      }
      r.method[r.depth++] = method;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      Running r = running[thread];
      if (r == null) {
        return;
      }
      if (!exception) {
        caught(r);
      } else if (r.thrower < 0) {
        r.thrower = method;
        r.from = wall;
      }
      r.depth--;
      if (exception) {
        r.frames++;
        r.to = wall;
      }
    }

    /** The record after the last frame that was left shows that the exception was caught there. */
    private void caught(Running r) {
      if (r.thrower < 0) {
        return;
      }
      int catcher = r.depth == 0 ? -1 : r.method[r.depth - 1];
      long[] sum = sums.computeIfAbsent(new Key(r.thrower, catcher), _ -> new long[3]);
      sum[0]++;
      sum[1] += r.frames;
      sum[2] += r.to - r.from;
      r.thrower = -1;
      r.frames = 0;
    }

    void flush() {
      for (Running r : running) {
        if (r != null) {
          caught(r);
        }
      }
    }
  }
}
