package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotPathTest {
  @TempDir Path folder;

  @Test
  void equalPathsOfThreadsAreOneAndTimesAreExclusive() throws IOException {
    Path file = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.C", "outer", "()V", "C.java", 1));
      out.method(new Method(8, "p.C", "inner", "()V", "C.java", 2));
      for (int thread = 1; thread <= 2; thread++) {
        out.record(thread, 4, TraceviewWriter.ENTER, 0, 0);
        out.record(thread, 8, TraceviewWriter.ENTER, 10, 10);
        out.record(thread, 8, TraceviewWriter.EXIT, 40, 40);
        out.record(thread, 4, TraceviewWriter.EXIT, 50, 50);
      }
    }
    View view = View.of(TraceReader.open(file), Filter.ALL);

    List<TraceThread> both = view.trace().threads();
    assertThat(HotPath.of(view, Measure.of(Timing.WALL), 9))
        .containsExactly(
            new HotPath(List.of(0, 1), 60_000, 2, both), new HotPath(List.of(0), 40_000, 2, both));
    assertThat(HotPath.of(view, Measure.of(Timing.WALL), 1)).hasSize(1);
    assertThat(view.total(Timing.WALL)).isEqualTo(100_000);
  }
}
