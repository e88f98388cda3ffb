package dev.dexscope.trace.dmtracedump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every byte of the output, but for the head of pages, against the original's, on real and on
 * random traces.
 */
@NeedsPeer(Peer.DMTRACEDUMP)
class DmtracedumpOutputTest {
  @FunctionalInterface
  private interface Output {
    void to(OutputStream out) throws IOException;
  }

  private static String text(Output output) throws IOException {
    var out = new ByteArrayOutputStream();
    output.to(out);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  /** Style and script are our own, wherever a page has them; differences have them twice. */
  private static String body(String page) {
    assertThat(page).contains("</head>");
    return page.replaceAll("(?s)<head>.*?</head>", "");
  }

  private static void assertSameOutput(Path file) throws IOException, InterruptedException {
    String name = file.toString();
    TraceviewRecords records = TraceviewRecords.open(file);
    assertThat(text(out -> RecordDump.write(records, out))).isEqualTo(Dmtracedump.run("-o", name));
    assertThat(text(out -> Report.writeText(records, out))).isEqualTo(Dmtracedump.run(name));
    assertThat(body(text(out -> Report.writeHtml(records, "js/", out))))
        .isEqualTo(body(Dmtracedump.run("-h", "-s", "js/", name)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "art11-alloc.trace",
        "art11-exceptions-buffered.trace",
        "art11-overflow.trace",
        "art11-threads-buffered.trace",
        "art11-threads-sampled.trace",
        "ff-art-trace-regular.trace",
        "perflib-basic-api10.trace",
        "perflib-exception.trace",
        "perflib-mismatched.trace",
      })
  void realTraces(String name) throws Exception {
    assertSameOutput(RealTraces.file(name));
  }

  /** Callees of one name, called for no time by calls that are open at the end. */
  @Test
  void openCallsAreCountedFromTheOutermostOn(@TempDir Path folder) throws Exception {
    assertSameOutput(RandomTrace.write(folder.resolve("open.trace"), 3091565, 1, 63));
  }

  @Property(tries = 60)
  void randomTraces(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int version,
      @ForAll @IntRange(max = 600) int records)
      throws Exception {
    Path file = Files.createTempFile("random", ".trace");
    try {
      assertSameOutput(RandomTrace.write(file, seed, version, records));
    } finally {
      Files.delete(file);
    }
  }

  private static void assertSameGraph(Path file, int threshold)
      throws IOException, InterruptedException {
    Path picture = Files.createTempFile("graph", ".png");
    Path dot = Path.of(picture + ".dot");
    try {
      Dmtracedump.run("-k", "-t", threshold + "", "-g", picture.toString(), file.toString());
      TraceviewRecords records = TraceviewRecords.open(file);
      assertThat(text(out -> Graph.write(records, threshold, out)))
          .isEqualTo(Files.readString(dot, StandardCharsets.ISO_8859_1));
    } finally {
      Files.deleteIfExists(picture);
      Files.deleteIfExists(dot);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "art11-alloc.trace,20",
    "art11-exceptions-buffered.trace,5",
    "art11-threads-buffered.trace,20",
    "ff-art-trace-regular.trace,20",
    "perflib-exception.trace,1",
  })
  void graphsOfRealTraces(String name, int threshold) throws Exception {
    assertSameGraph(RealTraces.file(name), threshold);
  }

  @Property(tries = 60)
  void randomGraphs(
      @ForAll long seed,
      @ForAll @IntRange(max = 300) int records,
      @ForAll @IntRange(max = 100) int threshold)
      throws Exception {
    Path file = Files.createTempFile("random", ".trace");
    try {
      assertSameGraph(RandomTrace.write(file, seed, 3, records), threshold);
    } finally {
      Files.delete(file);
    }
  }

  private static void assertSameDifference(Path first, Path second)
      throws IOException, InterruptedException {
    TraceviewRecords one = TraceviewRecords.open(first);
    TraceviewRecords two = TraceviewRecords.open(second);
    String f = first.toString();
    String s = second.toString();
    assertThat(text(out -> DifferenceReport.writeText(one, two, out)))
        .isEqualTo(Dmtracedump.run("-d", f, s));
    assertThat(body(text(out -> DifferenceReport.writeHtml(one, f, two, s, "js/", out))))
        .isEqualTo(body(Dmtracedump.run("-h", "-s", "js/", "-d", f, s)));
  }

  @ParameterizedTest
  @CsvSource({
    "art11-alloc.trace,art11-exceptions-buffered.trace",
    "art11-threads-buffered.trace,art11-threads-sampled.trace",
    "perflib-mismatched.trace,perflib-exception.trace",
  })
  void differencesOfRealTraces(String first, String second) throws Exception {
    assertSameDifference(RealTraces.file(first), RealTraces.file(second));
    assertSameDifference(RealTraces.file(second), RealTraces.file(first));
  }

  @Property(tries = 60)
  void randomDifferences(
      @ForAll long seed, @ForAll long other, @ForAll @IntRange(max = 300) int records)
      throws Exception {
    Path first = Files.createTempFile("random", ".trace");
    Path second = Files.createTempFile("random", ".trace");
    try {
      RandomTrace.write(first, seed, 3, records, false);
      RandomTrace.write(second, other, 3, records, false);
      assertSameDifference(first, second);
    } finally {
      Files.delete(first);
      Files.delete(second);
    }
  }
}
