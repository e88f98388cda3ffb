package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How busy a thread is while it works, waits, and works for a callback of the method that waits.
 */
class ActivityTest {
  private static final int MAIN = 4;
  private static final int WAIT = 8;
  private static final int CALLBACK = 12;

  @TempDir private Path folder;

  @Test
  void waitsAreNoActivityOfATraceOfElapsedTime() throws IOException {
    assertThat(percents(Clock.WALL)).containsExactly(100, 0, 100, 0, 100);
  }

  @Test
  void cpuTimeIsTheActivityWhereATraceHasIt() throws IOException {
    assertThat(percents(Clock.DUAL)).containsExactly(100, 50, 100, 50, 100);
  }

  /** A span for each 100 microseconds; half of the CPU time passes in the waits. */
  private int[] percents(Clock clock) throws IOException {
    Path file = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(file, clock == Clock.DUAL ? 3 : 2, clock)) {
      out.thread(1, "main");
      out.method(new Method(MAIN, "app.Main", "main", "()V", "", -1));
      out.method(new Method(WAIT, "android.os.MessageQueue", "nativePollOnce", "()V", "", -1));
      out.method(new Method(CALLBACK, "app.Main", "input", "()V", "", -1));
      record(out, clock, MAIN, TraceviewWriter.ENTER, 0, 0);
      record(out, clock, WAIT, TraceviewWriter.ENTER, 100, 100);
      record(out, clock, CALLBACK, TraceviewWriter.ENTER, 150, 200);
      record(out, clock, CALLBACK, TraceviewWriter.EXIT, 250, 300);
      record(out, clock, WAIT, TraceviewWriter.EXIT, 300, 400);
      record(out, clock, MAIN, TraceviewWriter.EXIT, 400, 500);
    }
    View view = View.of(TraceReader.open(file), Filter.ALL);
    return Activity.of(view, 5).percents(0);
  }

  /** A trace of one clock has one column, the first. */
  private static void record(
      TraceviewWriter out, Clock clock, int method, int action, int cpu, int wall)
      throws IOException {
    out.record(1, method, action, clock == Clock.DUAL ? cpu : wall, wall);
  }
}
