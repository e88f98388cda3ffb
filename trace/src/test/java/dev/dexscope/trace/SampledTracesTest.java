package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a trace of samples is recognised, and that its counts are not shown as calls. */
class SampledTracesTest {
  private static final int MAIN = 4;
  private static final int LEAF = 8;

  @TempDir Path folder;

  /** The main method, and pairs of a call of another, each record at a moment of its own. */
  private Trace trace(int pairs, int micros, Map<String, String> keys) throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(MAIN, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(LEAF, "app.Main", "leaf", "()V", "Main.java", 2));
      int time = 0;
      out.record(1, MAIN, TraceviewWriter.ENTER, time, time);
      out.record(1, LEAF, TraceviewWriter.ENTER, time, time);
      for (int i = 0; i < pairs; i++) {
        out.record(1, LEAF, TraceviewWriter.EXIT, time += micros, time);
        out.record(1, LEAF, TraceviewWriter.ENTER, time += micros, time);
      }
      keys.forEach(out::key);
    }
    return TraceReader.open(file);
  }

  @Test
  void ourOwnNameTheirInterval() throws IOException {
    Trace trace = trace(1, 10, Map.of("vm", "dexscope", "sampling-interval-usec", "10"));

    assertThat(trace.info().sampled()).isTrue();
    assertThat(
            FlatTable.of(
                    View.of(trace, Filter.ALL),
                    Grouping.METHOD,
                    Measure.ofWork(Clock.DUAL),
                    FlatProfile.Order.EXCLUSIVE,
                    10)
                .columns())
        .extracting(Column::heading)
        .contains("seen")
        .doesNotContain("calls");
  }

  @Test
  void ourOwnWithoutAnIntervalHaveEveryCall() throws IOException {
    assertThat(trace(100, 1000, Map.of("vm", "dexscope")).info().sampled()).isFalse();
  }

  @Test
  void whatIsOpenWhenSamplingStopsRanUntilThen() throws IOException {
    for (String vm : new String[] {"dexscope", "art"}) {
      Trace trace =
          trace(
              1,
              1000,
              Map.of("vm", vm, "sampling-interval-usec", "1000", "elapsed-time-usec", "3000000"));

      CallTree tree = trace.threads().getFirst().tree();
      assertThat(tree.inclusiveWall(0)).isEqualTo(3_000_000_000L);
      assertThat(trace.info().elapsedNanos()).isEqualTo(3_000_000_000L);
    }
  }

  @Test
  void whatIsOpenAtAnEndThatIsNotTheStopRanUntilTheLastRecord() throws IOException {
    Map<String, String> everyCall = Map.of("vm", "dexscope", "elapsed-time-usec", "3000000");
    Map<String, String> full =
        Map.of("vm", "art", "elapsed-time-usec", "3000000", "data-file-overflow", "true");

    assertThat(trace(1, 1000, everyCall).info().elapsedNanos()).isEqualTo(2_000_000);
    assertThat(trace(1, 1000, full).info().elapsedNanos()).isEqualTo(2_000_000);
    assertThat(trace(100, 100, Map.of("elapsed-time-usec", "3000000")).info().elapsedNanos())
        .isEqualTo(20_000_000);
  }

  @Test
  void othersHaveNoTwoMomentsWithinAnInterval() throws IOException {
    assertThat(trace(100, 1000, Map.of("vm", "art")).info().sampled()).isTrue();
    assertThat(trace(100, 100, Map.of("vm", "art")).info().sampled()).isFalse();
  }
}
