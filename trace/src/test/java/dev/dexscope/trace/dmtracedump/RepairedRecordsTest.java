package dev.dexscope.trace.dmtracedump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intentional differences from the original's output: docs/dmtracedump.md. */
class RepairedRecordsTest {
  private static final int OUTER = 4;
  private static final int INNER = 8;
  private static final int OTHER = 12;

  @TempDir Path folder;

  @FunctionalInterface
  private interface Records {
    void to(TraceviewWriter out) throws IOException;
  }

  private String report(Records records) throws IOException {
    Path file = folder.resolve("x.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.THREAD_CPU)) {
      out.thread(1, "main");
      out.method(new Method(OUTER, "A", "outer", "()V", "A.java", 1));
      out.method(new Method(INNER, "A", "inner", "()V", "A.java", 1));
      out.method(new Method(OTHER, "A", "other", "()V", "A.java", 1));
      records.to(out);
    }
    var out = new ByteArrayOutputStream();
    Report.writeText(TraceviewRecords.open(file), out);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aReturnFromBelowEndsTheCallsAboveIt() throws IOException {
    assertThat(
            report(out -> {
              out.record(1, OUTER, TraceviewWriter.ENTER, 0, 0);
              out.record(1, INNER, TraceviewWriter.ENTER, 10, 0);
              out.record(1, OUTER, TraceviewWriter.EXIT, 30, 0);
              out.record(1, OTHER, TraceviewWriter.ENTER, 40, 0);
            }))
        .contains("Total cycles: 40\n")
        .contains("       20   50.00  50.00  [2] A.inner ()V\n")
        .contains("[1]     75.0%                     1+0             30 A.outer ()V\n")
        .contains("                 0.0%    [4]      1/1              0 A.other ()V\n");
  }

  @Test
  void aReturnFromWhatDoesNotRunIsPassedOver() throws IOException {
    assertThat(
            report(out -> {
              out.record(1, OUTER, TraceviewWriter.ENTER, 0, 0);
              out.record(1, OTHER, TraceviewWriter.EXIT, 10, 0);
              out.record(1, OUTER, TraceviewWriter.EXIT, 30, 0);
            }))
        .contains("       30  100.00 100.00  [1] A.outer ()V\n")
        .doesNotContain("] A.other");
  }

  @Test
  void theClockGoesRound() throws IOException {
    assertThat(
            report(out -> {
              out.record(1, OUTER, TraceviewWriter.ENTER, 0xffff_fff0L, 0);
              out.record(1, OUTER, TraceviewWriter.EXIT, 0x1_0000_0010L, 0);
            }))
        .contains("Total cycles: 32\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aStreamIsPrintedAsTheFileWithTheSameRecords(int version) throws IOException {
    for (long seed = 0; seed < 10; seed++) {
      Path file = RandomTrace.write(folder.resolve("a.trace"), seed, version, 200);
      Path stream = RandomTrace.stream(folder.resolve("b.trace"), seed, version, 200);

      assertThat(all(stream)).as("seed %d", seed).isEqualTo(all(file));
    }
  }

  private static String all(Path file) throws IOException {
    TraceviewRecords records = TraceviewRecords.open(file);
    var out = new ByteArrayOutputStream();
    RecordDump.write(records, out);
    Report.writeText(records, out);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void newerFormatsAreRefused() throws IOException {
    Path file = Files.write(folder.resolve("v4"), new byte[] {'S', 'L', 'O', 'W', (byte) 0xf4, 0});

    assertThatThrownBy(() -> TraceviewRecords.open(file)).isInstanceOf(TraceFormatException.class);
  }
}
