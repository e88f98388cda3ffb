package dev.dexscope.store;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Writes traces of made-up runs. */
public final class SimulatedRun {
  private static final int THREAD = 1;
  private static final int WORKER = 2;
  private static final int START = 4;

  private SimulatedRun() {}

  /**
   * A run in which a method {@code main} calls each of the others once.
   *
   * @param start microseconds since 1970
   * @param micros the time of each method in itself; the first is that of {@code main}, to which a
   *     microsecond for each call is added
   */
  public static void write(Path file, long start, long... micros) throws IOException {
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.start(start);
      out.key("vm", "art");
      for (int m = 0; m < micros.length; m++) {
        out.method(
            new Method(START + 4L * m, "org.example.Type" + m % 7, name(m), "(I)V", "T.java", m));
      }
      out.thread(THREAD, "main");
      out.thread(WORKER, "pool-1-thread-" + start % 3);
      long time = 0;
      out.record(THREAD, START, TraceviewWriter.ENTER, time, time);
      for (int m = 1; m < micros.length; m++) {
        // Calls that begin when others end would look like samples.
        time++;
        out.record(THREAD, START + 4 * m, TraceviewWriter.ENTER, time, time);
        time += micros[m];
        out.record(THREAD, START + 4 * m, TraceviewWriter.EXIT, time, time);
      }
      time += micros[0];
      out.record(THREAD, START, TraceviewWriter.EXIT, time, time);
    }
  }

  static String name(int method) {
    return method == 0 ? "main" : "work" + method;
  }
}
