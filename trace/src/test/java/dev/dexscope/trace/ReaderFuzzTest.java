package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.dmtracedump.DifferenceReport;
import dev.dexscope.trace.dmtracedump.Graph;
import dev.dexscope.trace.dmtracedump.RecordDump;
import dev.dexscope.trace.dmtracedump.Report;
import dev.dexscope.trace.dmtracedump.TraceviewRecords;
import dev.dexscope.trace.retrace.Mapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;

/**
 * A target for each reader: what the input begins with leads straight to it. {@link
 * RandomTracesTest} has the one for any bytes.
 */
class ReaderFuzzTest {
  private static final String TIME = "3m";
  private static final byte[] FILE = "*version\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LOW_OVERHEAD = {'T', 'M', 'O', 'L', 1, 0};

  @FuzzTest(maxDuration = TIME)
  void traceviewFile(byte[] bytes) throws IOException {
    withFile(FILE, bytes, RandomTracesTest::useAll);
  }

  /** The first byte chooses the version, 1 to 3. */
  @FuzzTest(maxDuration = TIME)
  void traceviewStream(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      withFile(slow(0xf1 + (bytes[0] & 0xff) % 3), bytes, RandomTracesTest::useAll);
    }
  }

  /** The first byte chooses between a file and a stream, one clock and two. */
  @FuzzTest(maxDuration = TIME)
  void formatV2(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      withFile(
          slow(((bytes[0] & 2) == 0 ? 0 : 0xf0) | 4 + (bytes[0] & 1)),
          bytes,
          RandomTracesTest::useAll);
    }
  }

  @FuzzTest(maxDuration = TIME)
  void lowOverheadProfile(byte[] bytes) throws IOException {
    withFile(LOW_OVERHEAD, bytes, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void longRunningMethods(byte[] bytes) throws IOException {
    String dump = "LongRunningMethods: " + Base64.getEncoder().encodeToString(bytes) + "\n";
    withFile(new byte[0], dump.getBytes(StandardCharsets.UTF_8), RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void perfData(byte[] bytes) throws IOException {
    withFile(ascii("PERFILE2"), bytes, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void simpleperfReport(byte[] bytes) throws IOException {
    withFile(ascii("SIMPLEPERF"), bytes, RandomTracesTest::useAll);
  }

  /** Based on the JDK's own reader, whose exceptions are converted to ours. */
  @FuzzTest(maxDuration = TIME)
  void jfr(byte[] bytes) throws IOException {
    withFile(ascii("FLR\0"), bytes, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void pprof(byte[] bytes) throws IOException {
    withFile(new byte[] {0x0a, 0x04, 0x08}, bytes, RandomTracesTest::useAll);
  }

  /** A dictionary follows, to which the input refers. */
  @FuzzTest(maxDuration = TIME)
  void otlp(byte[] bytes) throws IOException {
    var tables = new ProtoWriter();
    for (int i = 0; i < 3; i++) {
      tables.message(2, new ProtoWriter().message(3, new ProtoWriter().number(1, i)));
      tables.message(3, new ProtoWriter().number(1, i)).text(5, "cpu");
      tables.message(6, new ProtoWriter().number(1, i)).message(7, new ProtoWriter().number(1, i));
    }
    byte[] head = new ProtoWriter().message(2, tables).toBytes();
    withFile(head, new ProtoWriter().bytes(1, bytes).toBytes(), RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void perfetto(byte[] bytes) throws IOException {
    withFile(new byte[] {0x0a}, bytes, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void perfettoCompressed(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      out.write(bytes);
    }
    byte[] packet = new ProtoWriter().bytes(50, packed.toByteArray()).toBytes();
    withFile(new byte[0], new ProtoWriter().bytes(1, packet).toBytes(), RandomTracesTest::useAll);
  }

  /** The first byte chooses between a text, a page and a packed text. */
  @FuzzTest(maxDuration = TIME)
  void systrace(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      String[] beginnings = {
        "# tracer: nop\n", "<!DOCTYPE html>\n  <script class=\"trace-data\">\n", "TRACE:\nx\u009c"
      };
      byte[] head = beginnings[(bytes[0] & 0xff) % 3].getBytes(StandardCharsets.ISO_8859_1);
      withFile(head, Arrays.copyOfRange(bytes, 1, bytes.length), RandomTracesTest::useAll);
    }
  }

  /** The first byte chooses between speedscope's, Firefox's, Chrome's and OpenTelemetry's. */
  @FuzzTest(maxDuration = TIME)
  void json(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      String[] beginnings = {"{\"shared\":", "{\"meta\":", "{\"traceEvents\":", "{\"dictionary\":"};
      byte[] rest = Arrays.copyOfRange(bytes, 1, bytes.length);
      withFile(ascii(beginnings[(bytes[0] & 0xff) % 4]), rest, RandomTracesTest::useAll);
    }
  }

  @FuzzTest(maxDuration = TIME)
  void page(byte[] bytes) throws IOException {
    byte[] head = ascii("<!DOCTYPE html><script type=\"application/json\" id=\"data\">{");
    byte[] tail = ascii("</script>");
    byte[] page = Arrays.copyOf(bytes, bytes.length + tail.length);
    System.arraycopy(tail, 0, page, bytes.length, tail.length);
    withFile(head, page, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void collapsed(byte[] bytes) throws IOException {
    withFile(ascii("main;app.Main.main 1\n"), bytes, RandomTracesTest::useAll);
  }

  @FuzzTest(maxDuration = TIME)
  void countedCalls(byte[] bytes) throws IOException {
    withFile(ascii("dexscope calls 1\n"), bytes, RandomTracesTest::useAll);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @FuzzTest(maxDuration = TIME)
  void mapping(byte[] bytes) throws IOException {
    withFile(
        new byte[0],
        bytes,
        file -> {
          try {
            Mapping mapping = Mapping.read(file);
            var method = new Method(4, "a.b", "c", "(La/d;[I)V", "SourceFile", 3);
            mapping.apply(method);
            for (int line = -1; line < 8; line++) {
              mapping.at(method, line, mapping.at(method, line, Mapping.NO_OUTLINE).outline());
            }
          } catch (MappingFormatException e) {
            assertThat(e).hasMessageContaining("at 0x");
          }
        });
  }

  @FuzzTest(maxDuration = TIME)
  void dmtracedump(byte[] bytes) throws IOException {
    withFile(
        FILE,
        bytes,
        file -> {
          try {
            TraceviewRecords records = TraceviewRecords.open(file);
            RecordDump.write(records, OutputStream.nullOutputStream());
            Report.writeHtml(records, "", OutputStream.nullOutputStream());
            Graph.write(records, 1, OutputStream.nullOutputStream());
            DifferenceReport.writeText(records, records, OutputStream.nullOutputStream());
          } catch (TraceFormatException e) {
            assertThat(e).hasMessageContaining("at 0x");
          }
        });
  }

  @FunctionalInterface
  private interface Use {
    void of(Path file) throws IOException;
  }

  /** The magic and a version. */
  private static byte[] slow(int version) {
    return new byte[] {'S', 'L', 'O', 'W', (byte) version, 0};
  }

  private static void withFile(byte[] beginning, byte[] bytes, Use use) throws IOException {
    Path file = Files.createTempFile("fuzz", ".trace");
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(beginning);
        out.write(bytes);
      }
      use.of(file);
    } finally {
      Files.delete(file);
    }
  }
}
