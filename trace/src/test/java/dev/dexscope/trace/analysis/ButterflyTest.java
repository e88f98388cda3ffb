package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ButterflyTest {
  private static final Measure WALL = Measure.of(Timing.WALL);

  @TempDir private Path folder;

  /** Random calls of a few methods, which call each other and themselves. */
  private View random(long seed) throws IOException {
    Path file = folder.resolve("random.trace");
    var random = new Random(seed);
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int method = 0; method < 4; method++) {
        out.method(new Method(4L * (method + 1), "p.C", "m" + method, "()V", "", -1));
      }
      long time = 0;
      int[] stack = new int[12];
      int depth = 0;
      for (int i = 0; i < 400 || depth > 0; i++) {
        time += random.nextInt(50);
        if (i < 400 && depth < stack.length && (depth == 0 || random.nextBoolean())) {
          stack[depth] = 4 * (1 + random.nextInt(4));
          out.record(1, stack[depth++], TraceviewWriter.ENTER, time, time);
        } else {
          out.record(1, stack[--depth], TraceviewWriter.EXIT, time, time);
        }
      }
    }
    return View.of(TraceReader.open(file), Filter.ALL);
  }

  @Test
  void calleesAndItsOwnTimeMakeTheInclusiveTime() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      View view = random(seed);
      for (int method = 0; method < view.methods().size(); method++) {
        Butterfly butterfly = Butterfly.of(view, method, WALL);

        assertThat(sum(butterfly.callees()) + butterfly.exclusive())
            .as("seed %d, method %d", seed, method)
            .isEqualTo(butterfly.inclusive());
        assertThat(sum(butterfly.callers())).isEqualTo(butterfly.inclusive());
        assertThat(butterfly.callers().stream().mapToLong(Butterfly.Side::calls).sum())
            .isEqualTo(butterfly.calls());
      }
    }
  }

  private static long sum(List<Butterfly.Side> sides) {
    return sides.stream().mapToLong(Butterfly.Side::time).sum();
  }
}
