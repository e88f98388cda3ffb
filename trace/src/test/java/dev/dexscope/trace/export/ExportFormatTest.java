package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportFormatTest {
  @TempDir Path folder;

  private Export export() throws IOException {
    Path file = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 50, 100);
    }
    Trace trace = TraceReader.open(file);
    // Pictures are laid out by us, so that the test is the same everywhere.
    return new Export(trace, Filter.ALL, Timing.WALL, new GraphOptions(0, List.of(), true));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PNG")
  void everyFormatWritesWhatItSays(ExportFormat format) throws IOException {
    Path target = folder.resolve("out" + format.suffix());
    Export export = export();

    format.write(export, target);

    if (format.isFolder()) {
      assertThat(target).isNotEmptyDirectory();
      assertThatThrownBy(() -> format.write(export, new ByteArrayOutputStream()))
          .isInstanceOf(IllegalStateException.class);
    } else {
      var out = new ByteArrayOutputStream();
      format.write(export, out);
      assertThat(out.size()).isEqualTo((int) Files.size(target)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void filesHaveASuffixAndFoldersNone(ExportFormat format) {
    assertThat(format.suffix()).matches(format.isFolder() ? "" : "(\\.[a-z]+)+");
    assertThat(format.description()).isNotBlank();
    assertThat(ExportFormat.valueOf(format.key().toUpperCase(java.util.Locale.ROOT)))
        .isSameAs(format);
  }

  @Test
  void theTimelineShowsCallsThatReachOverTheSpanWhole() throws IOException {
    Export whole = export();
    var span = new Filter(List.of(), List.of(), List.of(), 20_000, 30_000, 0);
    var out = new ByteArrayOutputStream();

    ExportFormat.TIMELINE.write(
        new Export(whole.trace(), span, whole.timing(), whole.graph()), out);

    assertThat(out.toString(java.nio.charset.StandardCharsets.UTF_8)).contains("p.C.m", "0.100 ms");
  }
}
