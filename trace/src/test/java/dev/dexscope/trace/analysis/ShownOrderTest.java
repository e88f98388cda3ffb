package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownOrderTest {
  @TempDir Path folder;

  @Test
  void theMainThreadIsFirstAndOthersFollowByTheirWork() throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "app.Main", "run", "()V", "Main.java", 1));
      out.key("pid", Integer.toString((1 << 16) + 7));
      int[][] cpuOfThreads = {{3, 10}, {9, 500}, {7, 20}, {5, 300}};
      for (int[] thread : cpuOfThreads) {
        out.thread(thread[0], "t" + thread[0]);
        out.record(thread[0], 4, TraceviewWriter.ENTER, 0, 0);
        out.record(thread[0], 4, TraceviewWriter.EXIT, thread[1], 1000);
      }
    }
    Trace trace = TraceReader.open(file);
    View view = View.of(trace, Filter.ALL);

    assertThat(view.threads())
        .extracting(part -> part.thread().name())
        .containsExactly("t7", "t9", "t5", "t3");
    assertThat(view.threads().getFirst().number()).isEqualTo(trace.mainThread());
  }

  @Test
  void coloursTellAppLibrariesAndPlatformApart() {
    int[] hues =
        Hues.of(
            methods(
                "app.Main", "app.Other", "app.Main$Inner", "androidx.core.A", "java.util.List"));

    assertThat(hues[0] >= 345 || hues[0] < 70).isTrue();
    assertThat(hues[1]).isNotEqualTo(hues[0]);
    assertThat(hues[2]).isEqualTo(hues[0]);
    assertThat(hues[3]).isBetween(265, 325);
    assertThat(hues[4]).isBetween(165, 245);
  }

  @Test
  void packagesDifferWhereTheAppHasSeveral() {
    int[] hues = Hues.of(methods("app.a.Main", "app.a.Other", "app.b.Main"));

    assertThat(hues[1]).isEqualTo(hues[0]);
    assertThat(hues[2]).isNotEqualTo(hues[0]);
  }

  private static MethodTable methods(String... classes) {
    return new MethodTable(
        List.of(classes).stream().map(name -> new Method(4, name, "m", "()V", "", -1)).toList(),
        0,
        new BitSet());
  }
}
