package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every real trace reads with the figures of its row in its folder's MANIFEST.tsv. */
class RealTracesTest {
  static List<Path> folders() {
    return RealTraces.folders();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void figuresAreThoseOfTheManifest(Path folder) throws IOException {
    List<String> rows = Files.readAllLines(folder.resolve("MANIFEST.tsv"));
    List<String> names = List.of(rows.getFirst().split("\t"));
    var softly = new SoftAssertions();
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split("\t");
      String file = cells[names.indexOf("file")];
      if (!cells[names.indexOf("special")].startsWith("NEGATIVE")) {
        Trace trace = TraceReader.open(folder.resolve(file));
        softly
            .assertThat(figures(trace, file))
            .isEqualTo(
                file
                    + " "
                    + String.join(
                        " ",
                        cells[names.indexOf("clock")],
                        cells[names.indexOf("threads_active")],
                        cells[names.indexOf("records")],
                        cells[names.indexOf("enter/exit/unroll")],
                        cells[names.indexOf("exits_on_empty")],
                        cells[names.indexOf("open_at_end")],
                        cells[names.indexOf("unknown_method_ids")],
                        cells[names.indexOf("special")].matches(".*sampl(ed|ing).*") + ""));
      }
    }
    softly.assertAll();
  }

  private static String figures(Trace trace, String file) {
    DataQuality q = trace.quality();
    return String.join(
        " ",
        file,
        trace.info().clock().key(),
        trace.threads().stream().filter(TraceThread::isActive).count() + "",
        q.records() + "",
        q.enters() + "/" + q.exits() + "/" + q.unrolls(),
        q.openAtStart() + "",
        q.openAtEnd() + "",
        q.unlistedMethods() + "",
        trace.info().sampled() + "");
  }

  @Test
  void aDamagedHeaderIsRefused() {
    assertThatThrownBy(() -> TraceReader.open(RealTraces.file("perflib-basic-special_char.trace")))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("records of 1186 bytes");
  }
}
