package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces damaged in transfer: cut, zipped with other files, opened in editors. */
class DamagedTracesTest {
  private static final int CALLS = 3000;

  @TempDir Path folder;

  private static byte[] trace() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = TraceviewWriter.file(bytes, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.start(1_700_000_000_123_456L);
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      for (int i = 0; i < CALLS; i++) {
        out.record(1, 4, TraceviewWriter.ENTER, 711L * i, 1013L * i);
        out.record(1, 4, TraceviewWriter.EXIT, 711L * i + 5, 1013L * i + 9);
      }
    }
    return bytes.toByteArray();
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a.trace"), bytes);
  }

  /** As Android's pages print an example, with spaces in the place of tabs. */
  @Test
  void namesAreReadWithoutTabs() throws IOException {
    String text = new String(trace(), StandardCharsets.ISO_8859_1);
    int end = text.indexOf("*end");
    String spaces = text.substring(0, end).replace('\t', ' ') + text.substring(end);

    Trace read = TraceReader.open(file(spaces.getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(read.methods().get(0).fullName()).isEqualTo("p.C.m()V");
    assertThat(read.threads()).extracting(TraceThread::name).containsExactly("main");
  }

  @Test
  void recordsWithBothClocksAreRecognisedUnderAnOlderHeader() throws IOException {
    byte[] bytes = trace();
    Trace expected = TraceReader.open(file(bytes));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int version = text.indexOf("SLOW") + 4;
    bytes[version] = 1;
    bytes[version + 12] = 0;

    Trace read = TraceReader.open(file(bytes));

    assertThat(read.info().clock()).isEqualTo(Clock.DUAL);
    assertThat(read.info().elapsedNanos()).isEqualTo(expected.info().elapsedNanos());
    assertThat(read.threads().getFirst().records()).isEqualTo(2L * CALLS);
    assertThat(read.quality().unlistedMethods()).isZero();
  }

  @Test
  void zerosAreNoProfile() throws IOException {
    Path file = file(new byte[64]);

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("is zeros, as in a file that was never written");
  }

  @Test
  void halfACompressedTraceIsReadAsFarAsItGoes() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(trace());
    }
    Path file = file(Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

    Trace trace = TraceReader.open(file);

    assertThat(trace.quality().enters()).isBetween(CALLS / 10L, CALLS - 1L);
    assertThat(trace.quality().compressionCut()).isTrue();
    assertThat(trace.quality().isClean()).isFalse();
  }

  @Test
  void aTraceIsFoundBesideOtherFilesInAZip() throws IOException {
    Path file = zip("readme.txt", "Read me.".getBytes(StandardCharsets.UTF_8), "x.trace", trace());

    assertThat(TraceReader.open(file).quality().enters()).isEqualTo(CALLS);
  }

  @Test
  void aZipWithoutATraceNamesWhatItHolds() throws IOException {
    byte[] text = "Read me.".getBytes(StandardCharsets.UTF_8);
    Path file = zip("readme.txt", text, "notes/today.txt", text);

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("holds no method trace, but readme.txt, notes/today.txt");
  }

  private Path zip(String first, byte[] one, String second, byte[] two) throws IOException {
    Path file = folder.resolve("a.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(first));
      zip.write(one);
      zip.putNextEntry(new ZipEntry(second));
      zip.write(two);
    }
    return file;
  }

  @Test
  void aTraceThatAnEditorSavedIsToldAsThat() throws IOException {
    // As an editor does it: read as UTF-8, and written again.
    String text = new String(trace(), StandardCharsets.UTF_8);
    Path file = file(text.getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("was saved as text");
  }

  @Test
  void aMethodOfSeveralLoadersIsOne() throws IOException {
    var bytes = new ByteArrayOutputStream();
    writeWithTwoLoaders(bytes);

    Trace trace = TraceReader.open(file(bytes.toByteArray()));

    assertThat(trace.methods().size()).isEqualTo(2);
    assertThat(trace.methods().repeated()).isEqualTo(1);
    assertThat(trace.methods().named("p.C.m")).hasSize(1);
    assertThat(trace.methods().isRepeated(trace.methods().named("p.C.m").getFirst())).isTrue();
    assertThat(trace.threads().getFirst().tree().size()).isEqualTo(3);
  }

  private static void writeWithTwoLoaders(OutputStream to) throws IOException {
    try (var out = TraceviewWriter.file(to, 3, Clock.DUAL)) {
      out.thread(1, "main");
      for (int id : new int[] {4, 8, 1 << 30}) {
        out.method(new Method(id, "p.C", "m", "()V", "C.java", 1));
      }
      out.method(new Method(12, "p.C", "n", "()V", "C.java", 2));
      for (int id : new int[] {4, 8, 1 << 30, 12}) {
        out.record(1, id, TraceviewWriter.ENTER, id % 100, id % 100);
        out.record(1, id, TraceviewWriter.EXIT, id % 100 + 1L, id % 100 + 1L);
      }
    }
  }
}
