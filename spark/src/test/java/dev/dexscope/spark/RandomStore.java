package dev.dexscope.spark;

import dev.dexscope.store.Adding;
import dev.dexscope.store.Display;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Stores of made-up runs of three versions. */
final class RandomStore {
  private static final int THREAD = 1;
  private static final int POOLED = 2;

  private RandomStore() {}

  /** Makes one of the runs of three days in a new folder. */
  static RunStore make(Path folder, Random random, int runs, int methods) throws IOException {
    RunStore store = RunStore.init(folder.resolve("store"));
    for (int day = 1; day <= 3; day++) {
      add(store, day, random, runs / 3, methods);
    }
    return store;
  }

  /**
   * Adds the runs of a day. Two writers add some of them at once, so that these are hidden in one
   * of the parts.
   *
   * @param runs how many runs
   * @param methods how many methods a run has at most
   */
  static void add(RunStore store, int day, Random random, int runs, int methods)
      throws IOException {
    Path trace = store.folder().resolveSibling("random.trace");
    try (Adding adding = store.adding(false);
        Adding other = store.adding(false)) {
      for (int run = 0; run < runs; run++) {
        write(trace, 100_000L * day + run, methods, random);
        Facts facts = facts(random, day);
        Display display = run % 3 == 0 ? Display.NONE : display(random);
        for (Adding each : run % 5 == 0 ? List.of(adding, other) : List.of(adding)) {
          each.add(trace, TraceOptions.PLAIN, facts, display);
        }
      }
    }
  }

  private static Facts facts(Random random, int day) {
    return Facts.of(
        Map.of(
            "app",
            "org.example",
            "version",
            "2." + (8 + random.nextInt(3)),
            "device",
            "d" + random.nextInt(2),
            "api",
            Integer.toString(30 + random.nextInt(2)),
            "scenario",
            random.nextInt(4) == 0 ? "it's" : "",
            "day",
            "2026-01-0" + day));
  }

  /** A start that the app may not have reported as complete, and some frames. */
  private static Display display(Random random) {
    List<Display.Frame> frames = new ArrayList<>();
    for (int frame = random.nextInt(9); frame > 0; frame--) {
      long time = random.nextLong(1, 8_000_000);
      frames.add(new Display.Frame("Main", frame, 9 * time, 1, time, 3, time));
    }
    long initial = random.nextLong(-1, 90_000_000);
    return new Display(initial, random.nextBoolean() ? -1 : 2 * initial, 16_666_667, frames);
  }

  /** A method that calls others, some of them more than once, on two threads. */
  private static void write(Path file, long start, int methods, Random random) throws IOException {
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.start(start);
      for (int m = 0; m <= methods; m++) {
        out.method(new Method(4 + 4L * m, "org.example.T" + m % 5, "m" + m, "()V", "T.java", m));
      }
      out.thread(THREAD, "main");
      out.thread(POOLED, "pool-1-thread-" + random.nextInt(9));
      for (int thread : new int[] {THREAD, POOLED}) {
        long time = 0;
        out.record(thread, 4, TraceviewWriter.ENTER, time, time);
        for (int call = random.nextInt(1, 2 * methods); call > 0; call--) {
          int method = 8 + 4 * random.nextInt(methods);
          time++;
          out.record(thread, method, TraceviewWriter.ENTER, time, time);
          time += random.nextLong(1, 100_000);
          out.record(thread, method, TraceviewWriter.EXIT, time, time);
        }
        out.record(thread, 4, TraceviewWriter.EXIT, time + 1, time + 1);
      }
    }
  }
}
