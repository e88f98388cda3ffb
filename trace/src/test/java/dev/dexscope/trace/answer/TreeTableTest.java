package dev.dexscope.trace.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeTableTest {
  private static final int DEPTH = 50_000;

  @TempDir Path folder;

  @Test
  void aTreeMayBeDeeperThanAStack() throws IOException {
    Path file = folder.resolve("deep.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Deep", "down", "()V", "Deep.java", 1));
      for (int i = 0; i < DEPTH; i++) {
        out.record(1, 4, TraceviewWriter.ENTER, i, i);
      }
      for (int i = 0; i < DEPTH; i++) {
        out.record(1, 4, TraceviewWriter.EXIT, DEPTH + i, DEPTH + i);
      }
    }
    View view = View.of(TraceReader.open(file, TraceOptions.PLAIN), Filter.ALL);

    Table table = TreeTable.of(Trees.merged(view), view.methods(), Timing.WALL, Integer.MAX_VALUE);

    assertThat(table.size()).isEqualTo(DEPTH);
    assertThat(table.row(DEPTH - 1).get(3)).isEqualTo(DEPTH - 1);
  }
}
