package dev.dexscope.monitor.vm;

import java.util.List;

/**
 * A thread over time.
 *
 * @param thread as it was when it was looked at last
 * @param cpu how much of one core it has had between the last two looks, from 0 to 1
 * @param spans what it has done, the oldest first; those before are forgotten
 */
public record ThreadView(VmClient.VmThread thread, double cpu, List<Span> spans) {
  public ThreadView {
    spans = List.copyOf(spans);
  }

  /**
   * A time in one state, as far as that can be told by looking at it now and then.
   *
   * @param from when it was first seen so, in milliseconds since 1970
   * @param to when it was last seen so
   */
  public record Span(RunState state, long from, long to) {}
}
