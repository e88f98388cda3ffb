package dev.dexscope.inject.program;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts calls according to the sources; not instrumented itself. */
final class Counter {
  private static final Map<String, AtomicInteger> CALLS = new ConcurrentSkipListMap<>();

  private Counter() {}

  /** A call of a method; returns 0 so that it can stand in an argument of {@code super}. */
  static int call(String method) {
    CALLS.computeIfAbsent(method, name -> new AtomicInteger()).incrementAndGet();
    return 0;
  }

  /** Runs a task, whatever it throws: a caller that is not instrumented. */
  static String swallow(Runnable task) {
    try {
      task.run();
      return "ran";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** After the program: everything that was counted. */
  static void print() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, AtomicInteger> each : CALLS.entrySet()) {
      text.append("calls ").append(each.getValue()).append(' ').append(each.getKey()).append('\n');
    }
    System.out.print(text);
  }
}
