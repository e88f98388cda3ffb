package dev.dexscope.trace.answer;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Measure;
import java.util.List;

/**
 * What one must know to read a table: which traces its figures are of, which part of them, and
 * which time.
 *
 * @param sources the traces
 * @param measure which time figures are of
 */
public record Envelope(List<Source> sources, Measure measure) {
  /**
   * A trace.
   *
   * @param threads how many of its threads have calls
   * @param filter which part of it is looked at
   */
  public record Source(TraceInfo info, int threads, Filter filter) {
    public static Source of(Trace trace, Filter filter) {
      int active = 0;
      for (TraceThread thread : trace.threads()) {
        active += thread.isActive() ? 1 : 0;
      }
      return new Source(trace.info(), active, filter);
    }

    /** What samples weigh where that is no time: as many nanoseconds stand for it; else empty. */
    public String weights() {
      return info.keys().getOrDefault("weights", "");
    }
  }

  public Envelope {
    sources = List.copyOf(sources);
  }

  public static Envelope of(Trace trace, Filter filter, Measure measure) {
    return new Envelope(List.of(Source.of(trace, filter)), measure);
  }

  /** What the figures are, in a sentence: time, unless samples were weighed by something else. */
  public String measured() {
    String weights = sources.getFirst().weights();
    return weights.isEmpty() ? measure.words() : weights + " instead of nanoseconds";
  }
}
