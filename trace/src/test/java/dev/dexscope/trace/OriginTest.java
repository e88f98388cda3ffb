package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.LongCalls;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace begins with its earliest record, on whatever thread, and all figures count from it. */
class OriginTest {
  @TempDir Path folder;

  /** The second thread's records stand first in the file, as when it handed them in first. */
  private Trace trace() throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.thread(2, "second");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(8, "app.Main", "work", "()V", "Main.java", 2));
      out.method(new Method(12, "app.Main", "run", "()V", "Main.java", 3));
      out.record(2, 8, TraceviewWriter.ENTER, 0, 50_000);
      out.record(2, 8, TraceviewWriter.EXIT, 9, 60_000);
      // It ran when the trace began.
      out.record(2, 12, TraceviewWriter.EXIT, 9, 70_000);
      out.record(1, 4, TraceviewWriter.ENTER, 0, 8_799);
      out.record(1, 4, TraceviewWriter.EXIT, 80, 108_799);
      out.key("elapsed-time-usec", "123456");
    }
    return TraceReader.open(file);
  }

  @Test
  void noCallBeginsBeforeTheTrace() throws IOException {
    List<LongCalls.Call> calls = LongCalls.of(trace(), Filter.ALL, 0, 10);

    assertThat(calls)
        .extracting(LongCalls.Call::start)
        .containsExactlyInAnyOrder(0L, 41_201_000L, 0L);
  }

  @Test
  void whatRanAtTheStartRanFromTheEarliestRecordOn() throws IOException {
    Trace trace = trace();

    assertThat(trace.threads().get(0).name()).isEqualTo("main");
    assertThat(trace.threads().get(1).tree().inclusiveWall(0)).isEqualTo(70_000_000 - 8_799_000);
    assertThat(trace.threads().get(1).firstWall()).isEqualTo(41_201_000);
    assertThat(trace.threads().get(0).firstWall()).isZero();
  }

  @Test
  void theLengthIsThatOfTheRecordsEverywhere() throws IOException {
    Trace trace = trace();
    var html = new ByteArrayOutputStream();
    ExportFormat.HTML.write(Export.of(trace), html);

    assertThat(trace.info().elapsedNanos()).isEqualTo(100_000_000);
    assertThat(html.toString(StandardCharsets.UTF_8)).contains("\"elapsed\":100000000,");
    assertThat(trace.info().keys()).containsEntry("elapsed-time-usec", "123456");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aStreamThatWasCutOffStillTellsItsClock(int version) throws IOException {
    Path file = folder.resolve("cut.trace");
    try (var out = TraceviewWriter.streaming(file, version, Clock.WALL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 10, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 900, 0);
    }
    byte[] whole = Files.readAllBytes(file);
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    Files.write(file, java.util.Arrays.copyOf(whole, text.indexOf("*version")));

    Trace trace = TraceReader.open(file);

    assertThat(trace.info().clock()).isEqualTo(Clock.WALL);
    assertThat(trace.threads().getFirst().tree().inclusiveWall(0)).isEqualTo(890_000);
  }
}
