package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The values of each method in each of some runs; a method that a run lacks took no time there. */
final class MethodValues {
  private MethodValues() {}

  /** Receives the values of a method, in the order of the runs; the arrays are used again. */
  interface Receiver {
    void method(long method, long[] times, long[] calls);
  }

  /**
   * Goes through the methods one after the other.
   *
   * @param condition which rows, in SQL
   */
  static void each(
      Fleet fleet,
      Selection selection,
      List<FleetRun> runs,
      Timing timing,
      String condition,
      Receiver receiver)
      throws IOException {
    Map<Long, Integer> numbers = new HashMap<>();
    for (FleetRun each : runs) {
      numbers.put(each.id(), numbers.size());
    }
    var current =
        new Object() {
          final long[] times = new long[runs.size()];
          final long[] calls = new long[runs.size()];
          long method;
          boolean isOne;

          void end() {
            if (isOne) {
              receiver.method(method, times, calls);
            }
            Arrays.fill(times, 0);
            Arrays.fill(calls, 0);
          }
        };
    fleet.stream(
        FleetSql.values(selection, selection.column(timing), condition),
        row -> {
          long method = FleetRun.number(row.get(0));
          if (!current.isOne || method != current.method) {
            current.end();
            current.isOne = true;
            current.method = method;
          }
          Integer run = numbers.get(FleetRun.number(row.get(1)));
          if (run != null) {
            current.times[run] = FleetRun.number(row.get(2));
            current.calls[run] = FleetRun.number(row.get(3));
          }
        });
    current.end();
  }

  /** The names of methods by their ids. */
  static LongFunction<String> names(Fleet fleet) throws IOException {
    Map<Long, String> names = new HashMap<>();
    fleet.stream(
        FleetSql.NAMES, row -> names.put(FleetRun.number(row.get(0)), FleetRun.text(row.get(1))));
    return id -> names.getOrDefault(id, Long.toHexString(id));
  }
}
