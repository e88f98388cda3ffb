package dev.dexscope.trace.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.TraceExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceImporterTest {
  private static final String LOG =
      """
      TICK
      1 1000 p.Main.run
      1 1100 p.Main.step
      2 1150 p.Other.work
      1 1400
      2 1450
      1 2000
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.tick"), text);
  }

  private static void check(Trace trace) {
    assertThat(trace.info().format()).isEqualTo("tick log");
    assertThat(trace.threads()).extracting(each -> each.name()).containsExactly("main", "thread 2");
    List<Cost> costs =
        FlatProfile.sorted(
            FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD), Timing.WALL);
    assertThat(costs)
        .extracting(each -> each.name() + " " + each.exclusive(Timing.WALL))
        .containsExactlyInAnyOrder(
            "p.Main.run()V 700", "p.Main.step()V 300", "p.Other.work()V 300");
  }

  @Test
  void itsFilesAreRead() throws IOException {
    check(TraceReader.open(file(LOG)));
  }

  @Test
  void compressedOnesToo() throws IOException {
    Path packed = folder.resolve("a.tick.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(LOG.getBytes(StandardCharsets.US_ASCII));
    }
    check(TraceReader.open(packed));
  }

  @Test
  void itsFailureIsOneOfTheFile() throws IOException {
    assertThatThrownBy(() -> TraceReader.open(file("TICK\n1 soon p.Main.run\n")))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a.tick")
        .hasMessageContaining("tick log");
  }

  @Test
  void timesThatNoCallHasAreRefused() throws IOException {
    assertThatThrownBy(() -> TraceReader.open(file("TICK\n1 " + Long.MAX_VALUE + " p.Main.run\n")))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("time");
  }

  @Test
  void returnsWithoutCallsAreCounted() throws IOException {
    Trace trace = TraceReader.open(file("TICK\n1 5\n1 10 p.Main.run\n1 30\n1 40\n"));

    assertThat(trace.threads().getFirst().tree().inclusiveWall(0)).isPositive();
  }

  @Test
  void exportersOfOthersAreOfferedAndFoundByTheirSuffix() throws IOException {
    assertThat(TraceExporter.all()).extracting(TraceExporter::key).contains("flame", "names");
    assertThat(TraceExporter.ofFile("a.names"))
        .singleElement()
        .satisfies(each -> {
          var out = new ByteArrayOutputStream();
          each.write(Export.of(TraceReader.open(file(LOG))), out);
          assertThat(out.toString(StandardCharsets.UTF_8)).contains("p.Main.run()V\n");
          Path target = folder.resolve("a.names");
          each.write(Export.of(TraceReader.open(file(LOG))), target);
          assertThat(target).hasContent(out.toString(StandardCharsets.UTF_8));
        });
  }
}
