package dev.dexscope.trace.answer;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import java.util.List;

/**
 * The context of a table: the traces of its figures, the part of them, and the time that they
 * measure.
 *
 * @param sources the traces
 * @param measure the time that figures measure
 */
public record Envelope(List<Source> sources, Measure measure) {
  /**
   * A trace.
   *
   * @param threads how many of its threads have calls
   * @param filter which part of it is looked at
   * @param recording the least part of its time that recording its calls took, from 0 to 1
   */
  public record Source(TraceInfo info, int threads, Filter filter, double recording) {
    public static Source of(Trace trace, Filter filter) {
      int active = 0;
      for (TraceThread thread : trace.threads()) {
        active += thread.isActive() ? 1 : 0;
      }
      return new Source(trace.info(), active, filter, recording(trace));
    }

    /** A reading of the clock at each entry and exit falls into the times of calls. */
    private static double recording(Trace trace) {
      long reading = trace.info().clockOverheadNanos();
      if (reading == 0 || trace.info().sampled() || trace.info().isFused()) {
        return 0;
      }
      long readings = 0;
      long time = 0;
      Timing timing = Timing.ofWork(trace.info().clock());
      for (int i = 0; i < trace.threads().size(); i++) {
        time += timing.inclusive(trace.threads().get(i).tree(), 0);
        readings += 2 * trace.calls(i);
      }
      return time == 0 ? 0 : Math.min(1, (double) readings * reading / time);
    }

    /**
     * Returns the unit of sample weights if it is not time (each unit is stored as a nanosecond);
     * else empty.
     */
    public String weights() {
      return info.weights();
    }
  }

  public Envelope {
    sources = List.copyOf(sources);
  }

  public static Envelope of(Trace trace, Filter filter, Measure measure) {
    return new Envelope(List.of(Source.of(trace, filter)), measure);
  }

  /** Returns a description of the figures: time, unless samples were weighted by something else. */
  public String measured() {
    String weights = sources.getFirst().weights();
    return weights.isEmpty() ? measure.words() : weights + " instead of time";
  }
}
