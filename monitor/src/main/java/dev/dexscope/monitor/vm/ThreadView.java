package dev.dexscope.monitor.vm;

import java.util.List;

/**
 * A thread over time.
 *
 * @param thread its state in the last sample
 * @param cpu its share of one core between the last two samples, from 0 to 1
 * @param spans its states, the oldest first; earlier ones are forgotten
 */
public record ThreadView(VmClient.VmThread thread, double cpu, List<Span> spans) {
  public ThreadView {
    spans = List.copyOf(spans);
  }

  /**
   * A time in one state, according to samples.
   *
   * @param from time of the first such sample, in milliseconds since 1970
   * @param to time of the last such sample
   */
  public record Span(RunState state, long from, long to) {}
}
