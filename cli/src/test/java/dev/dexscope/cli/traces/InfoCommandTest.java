package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoCommandTest {
  @TempDir Path folder;

  @Test
  void tellsWhatARealTraceIs() {
    var run = Run.of("info", RealTraces.file("art11-threads-buffered.trace").toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("format       Traceview, file, version 3, records of 14 bytes\n")
        .contains("clock        dual\n")
        .contains("kind         every call\n")
        .contains("records      20145\n")
        .contains("  10,084 calls, 9,518 returns, 543 by exception\n")
        .contains("  calls open at the end: 25\n");
  }

  @Test
  void jsonHasTheSameFigures() {
    var run = Run.of("info", "--json", RealTraces.file("perflib-streaming.trace").toString());

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("\"format\" : \"Traceview, streaming\"")
        .contains("\"sampled\" : true")
        .contains("\"records\" : 44339")
        .contains("\"calls_open_at_the_end\" : 119");
  }

  @Test
  void everyKeyOfTheHeaderIsShown() throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.key("alloc-count", "12");
      out.key("alloc-size", "3456");
      out.key("gc-count", "7");
      out.key("made-up", "by us");
    }

    assertThat(Run.of("info", file.toString()).out())
        .contains("alloc-count  12\n", "alloc-size   3456\n", "gc-count     7\n")
        .contains("made-up      by us\n");
    assertThat(Run.of("info", "--json", file.toString()).out())
        .contains("\"alloc-count\" : \"12\"", "\"made-up\" : \"by us\"");
    assertThat(Run.of("convert", file.toString(), "-f", "html").out())
        .contains("\"alloc-size 3456\"", "\"made-up by us\"");
  }

  @Test
  void aMissingFile() {
    assertOneLine(Run.of("info", "no.trace"), "no such file, no.trace; check the path");
  }

  @Test
  void aDirectory() {
    assertOneLine(
        Run.of("info", folder.toString()), "is a directory, " + folder + "; name a file in it");
  }

  @Test
  void anEmptyFile() throws IOException {
    Path file = Files.createFile(folder.resolve("empty"));

    assertOneLine(Run.of("info", file.toString()), "is an empty file, " + file + "; make it again");
  }

  @Test
  void aTextFile() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "hello\n");

    assertOneLine(
        Run.of("info", file.toString()),
        "not a readable trace, "
            + file
            + ": at 0x0: is text, not a trace of methods; read are Android's method traces, and"
            + " profiles of perf, simpleperf, JFR, Perfetto, systrace, pprof, OTLP, Chrome, Firefox,"
            + " speedscope and collapsed stacks; check that the file is whole and of this kind");
  }

  @Test
  void aFileOfAnotherToolIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "JAVA PROFILE 1.0.2");

    assertThat(Run.of("info", file.toString()).err()).contains("is an hprof heap dump");
  }

  @Test
  void noFileIsBadUsage() {
    var run = Run.of("info");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo("dexscope: missing required parameter: 'TRACE'; see 'dexscope info --help'\n");
  }

  private static void assertOneLine(Run run, String line) {
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("dexscope: " + line + "\n");
  }
}
