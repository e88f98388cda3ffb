package dev.dexscope.trace.read.sampled;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Calls of a thread that a profile lists whole, in any order: one that begins inside another is its
 * callee.
 */
public final class NestedCalls {
  /**
   * A call.
   *
   * @param at its position in the file
   */
  public record Call(
      long at, int method, long start, long end, long cpu, long cpuEnd, boolean thrown) {
    private Call until(long earlier) {
      return new Call(at, method, start, earlier, cpu, cpuEnd, thrown);
    }
  }

  private NestedCalls() {}

  /** Adds the calls of a thread in the order of their begins and ends. */
  public static void add(int thread, List<Call> calls, RecordedCalls into) {
    List<Call> all = new ArrayList<>(calls);
    all.sort(
        Comparator.comparingLong(Call::start)
            .thenComparing(Comparator.comparingLong(Call::end).reversed()));
    Deque<Call> running = new ArrayDeque<>();
    for (Call each : all) {
      while (!running.isEmpty() && running.element().end() <= each.start()) {
        end(thread, running.pop(), into);
      }
      into.enter(each.at(), thread, each.method(), each.start(), each.cpu());
      boolean reachesOut = !running.isEmpty() && running.element().end() < each.end();
      running.push(reachesOut ? each.until(running.element().end()) : each);
    }
    while (!running.isEmpty()) {
      end(thread, running.pop(), into);
    }
  }

  private static void end(int thread, Call call, RecordedCalls into) {
    into.exit(call.at(), thread, call.method(), call.end(), call.cpuEnd());
  }
}
