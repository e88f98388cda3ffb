package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces of a whole system: of atrace, of systrace and of Perfetto. */
class SystemTracesTest {
  @Property(tries = 40)
  void whatASystemDidIsRead(@ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int steps)
      throws IOException {
    var system = new SimulatedSystem(seed, steps);
    Map<String, List<Long>> expected = system.expected();
    if (expected.isEmpty()) {
      return;
    }
    assertThat(paths(read(system.textBytes(false)))).isEqualTo(expected);
    assertThat(paths(read(system.textBytes(true)))).isEqualTo(expected);
    assertThat(paths(read(system.perfetto(false, false)))).isEqualTo(expected);
    assertThat(paths(read(system.perfetto(true, false)))).isEqualTo(expected);
    assertThat(paths(read(system.perfetto(true, true)))).isEqualTo(expected);
  }

  /** A recorder that was ended, or a full disk: what is whole is read. */
  @Test
  void aTraceThatIsCutOffIsReadUpToItsEnd() throws IOException {
    byte[] whole = new SimulatedSystem(3, 400).perfetto(true, false);
    long records = records(read(whole));

    for (int cut = 1; cut < whole.length / 2; cut = cut * 3 + 1) {
      Trace trace = read(Arrays.copyOf(whole, whole.length - cut));

      assertThat(records(trace)).isBetween(1L, records);
      assertThat(trace.quality().truncatedBytes()).isPositive();
    }
  }

  private static long records(Trace trace) {
    return trace.threads().stream().mapToLong(TraceThread::records).sum();
  }

  @Test
  void threadsOfSeveralProcessesAreNamedWithTheirs() throws IOException {
    List<String> names =
        List.of(
            "com.example.long.name.of.an.app/main",
            "com.example.long.name.of.an.app/worker 101",
            "com.example.long.name.of.an.app/worker 102",
            "system_server/main",
            "system_server/worker 201");
    var system = new SimulatedSystem(3, 400);

    assertThat(names(read(system.textBytes(true)))).hasSameElementsAs(names);
    assertThat(names(read(system.perfetto(true, false)))).hasSameElementsAs(names);
    assertThat(names(read("# tracer: nop\n a-1 (1) [000] d..3 1.000000: print: B|1|x\n")))
        .containsExactly("main");
  }

  private static List<String> names(Trace trace) {
    return trace.threads().stream().map(TraceThread::name).toList();
  }

  @Test
  void slicesThatNoThreadHasGetLanes() throws IOException {
    String text =
        """
        # tracer: nop
         a-10 (  10) [000] ...1 1.000000: tracing_mark_write: S|10|load|7
         b-11 (  10) [001] ...1 1.000010: tracing_mark_write: S|10|load|8
         b-11 (  10) [001] ...1 1.000020: tracing_mark_write: F|10|load|7
         b-11 (  10) [001] ...1 1.000030: tracing_mark_write: G|10|Lock|held 4|9
         a-10 (  10) [000] ...1 1.000040: tracing_mark_write: F|10|load|8
         a-10 (  10) [000] ...1 1.000045: tracing_mark_write: C|10|count|3
         a-10 (  10) [000] ...1 1.000050: tracing_mark_write: H|10|Lock|9
        """;

    Trace trace = read(text);

    assertThat(trace.info().keys()).containsEntry("event", "async");
    assertThat(paths(trace))
        .isEqualTo(
            Map.of(
                "a/load;load", List.of(20_000L, 0L, 1L),
                "a/load 2;load", List.of(30_000L, 0L, 1L),
                "a/Lock;held", List.of(20_000L, 0L, 1L)));
  }

  /** The first of a thread that the file has is its end; another one never ends. */
  @Test
  void whatIsCutOffIsLeftOut() throws IOException {
    String text =
        """
        # tracer: nop
          surfaceflinger-570   (  570) [003] ...1    10.000000: tracing_mark_write: E|570
          surfaceflinger-570   (  570) [003] ...1    10.000100: tracing_mark_write: B|570|a|b
                   <...>-571   (-----) [002] ...1    10.000150: tracing_mark_write: B|570|x
          surfaceflinger-570   (  570) [003] ...1    10.000200: tracing_mark_write: E|570
        """;

    assertThat(paths(read(text)))
        .isEqualTo(Map.of("570;a|b", List.of(100_000L, 0L, 1L), "571;x", List.of(50_000L, 0L, 1L)));
  }

  /** Before 2013, lines had no process and no flags. */
  @Test
  void pagesOfTheFirstSystraceAreRead() throws IOException {
    String page =
        """
        <!DOCTYPE HTML>
        <html>
        <script>
          var linuxPerfData = "\\
        # tracer: nop\\n\\
                   <...>-1234  [000]  5612.123000: tracing_mark_write: B|1234|performTraversals\\n\\
                   <...>-1234  [000]  5612.127000: tracing_mark_write: E\\n\\
        \\n";
        </script>
        </html>
        """;

    assertThat(paths(read(page)))
        .isEqualTo(Map.of("1234;performTraversals", List.of(4_000_000L, 0L, 1L)));
  }

  @Test
  void packedTextIsUnpacked() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      out.write(new SimulatedSystem(3, 100).textBytes(false));
    }
    var file = new ByteArrayOutputStream();
    file.writeBytes("TRACE:\n".getBytes(StandardCharsets.US_ASCII));
    file.writeBytes(packed.toByteArray());

    assertThat(paths(read(file.toByteArray()))).isEqualTo(new SimulatedSystem(3, 100).expected());
    byte[] damaged = Arrays.copyOf(file.toByteArray(), file.size() / 2);
    assertThatThrownBy(() -> read(damaged))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("at 0x")
        .hasMessageContaining("compression");
  }

  /** Lines of spaces take the time that it takes to read them. */
  @Test
  @Timeout(60)
  void emptyLinesAreNoTrouble() throws IOException {
    String spaces = (" ".repeat(60_000) + "\n").repeat(200);

    Trace trace = read("# tracer: nop\n" + spaces + " a-1 (1) [000] ...1 1.000000: print: B|1|x\n");

    assertThat(paths(trace)).isEqualTo(Map.of("1;x", List.of(0L, 0L, 1L)));
  }

  @Test
  void aKernelsTraceWithoutMarksIsRefused() {
    assertThatThrownBy(
            () -> read("# tracer: nop\n a-1 (1) [000] d..3 1.000000: sched_waking: comm=x pid=1\n"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("without marks of programs");
  }

  /**
   * The times of programs' own events are differences, in microseconds, of a clock that a snapshot
   * relates to the monotonic one, which another relates to the boot clock's (clock_snapshot.proto).
   */
  @Test
  void timesOfOtherClocksAreConverted() throws IOException {
    var out = new ByteArrayOutputStream();
    packet(out, new ProtoWriter().message(6, snapshot(clock(6, 1_000_000), clock(3, 400_000))));
    var own = clock(64, 410).number(3, 1).number(4, 1000);
    var defaults = new ProtoWriter().number(58, 64);
    packet(
        out,
        new ProtoWriter()
            .number(10, 7)
            .number(13, 1)
            .message(59, defaults)
            .message(6, snapshot(own, clock(3, 410_000))));
    packet(out, thread(7));
    packet(out, slice(7, 5, new ProtoWriter().number(9, 1).number(11, 1).text(23, "a")));
    packet(out, slice(7, 2, new ProtoWriter().number(9, 2).number(11, 1)));
    // A mark of the same thread, by the boot clock: between the two.
    var mark = new ProtoWriter().number(1, 1_016_000).number(2, 20);
    var bundle =
        new ProtoWriter()
            .message(2, mark.message(3, new ProtoWriter().text(2, "B|20|marked\n")))
            .message(
                2,
                new ProtoWriter()
                    .number(1, 1_016_400)
                    .number(2, 20)
                    .message(3, new ProtoWriter().text(2, "E|20\n")));
    packet(out, new ProtoWriter().message(1, bundle));

    // 410 us + 5 us are 15 us behind the first snapshot: 1,015,000 ns of the boot clock.
    assertThat(paths(read(out.toByteArray())))
        .isEqualTo(Map.of("20;a", List.of(1600L, 0L, 1L), "20;a;marked", List.of(400L, 0L, 1L)));
  }

  /** A ring buffer dropped the packets that later ones refer to. */
  @Test
  void packetsThatCannotBeUnderstoodAreCounted() throws IOException {
    var out = new ByteArrayOutputStream();
    packet(out, thread(1).number(13, 1));
    var lost = new ProtoWriter().number(9, 1).number(11, 1).number(10, 99);
    packet(out, slice(1, 10, lost).number(13, 2).number(42, 1));
    var frames = new ProtoWriter().message(7, new ProtoWriter().number(1, 5).number(2, 77));
    packet(
        out,
        slice(1, 20, new ProtoWriter().number(9, 2).number(11, 1))
            .message(12, frames)
            .number(13, 2));
    var interned = new ProtoWriter().message(2, new ProtoWriter().number(1, 99).text(2, "again"));
    packet(
        out,
        slice(1, 30, new ProtoWriter().number(9, 1).number(11, 1).number(10, 99))
            .message(12, interned)
            .number(13, 3));
    packet(out, slice(1, 40, new ProtoWriter().number(9, 2).number(11, 1)).number(13, 2));

    Trace trace = read(out.toByteArray());

    assertThat(trace.info().keys()).containsEntry("packets-not-understood", "2");
    assertThat(paths(trace)).isEqualTo(Map.of("20;again", List.of(10L, 0L, 1L)));
  }

  /** Differences of the counter of CPU time, in a unit of its own. */
  @Test
  void cpuTimesAreThoseOfTheirCounter() throws IOException {
    var out = new ByteArrayOutputStream();
    packet(out, thread(1).number(13, 1));
    var counter = new ProtoWriter().number(1, 1).number(4, 1000).number(5, 1);
    packet(
        out,
        new ProtoWriter()
            .message(60, new ProtoWriter().number(1, 10).number(5, 1).message(8, counter)));
    packet(
        out,
        new ProtoWriter()
            .message(
                60, new ProtoWriter().number(1, 11).message(8, new ProtoWriter().number(3, 3))));
    ProtoWriter begin = new ProtoWriter().number(9, 1).number(11, 1).text(23, "a");
    packet(out, slice(1, 100, values(begin, 4096, 1000)));
    packet(out, slice(1, 5100, values(new ProtoWriter().number(9, 2).number(11, 1), 8192, 3)));

    assertThat(paths(read(out.toByteArray()))).isEqualTo(Map.of("20;a", List.of(5000L, 3000L, 1L)));
  }

  /** The values of the counter of sizes and of that of times. */
  private static ProtoWriter values(ProtoWriter event, long size, long time) {
    return event.number(31, 11).number(31, 10).number(12, size).number(12, time);
  }

  private static ProtoWriter snapshot(ProtoWriter... clocks) {
    var snapshot = new ProtoWriter();
    for (ProtoWriter each : clocks) {
      snapshot.message(1, each);
    }
    return snapshot;
  }

  private static ProtoWriter clock(long id, long time) {
    return new ProtoWriter().number(1, id).number(2, time);
  }

  private static ProtoWriter thread(long sequence) {
    var thread = new ProtoWriter().number(1, 20).number(2, 20).text(5, "t");
    return new ProtoWriter()
        .number(10, sequence)
        .message(60, new ProtoWriter().number(1, 1).message(4, thread));
  }

  private static ProtoWriter slice(long sequence, long time, ProtoWriter event) {
    return new ProtoWriter().number(8, time).number(10, sequence).message(11, event);
  }

  private static void packet(ByteArrayOutputStream out, ProtoWriter packet) {
    out.writeBytes(new ProtoWriter().message(1, packet).toBytes());
  }

  /** Own elapsed time, own CPU time and calls of each path, behind the number of its thread. */
  private static Map<String, List<Long>> paths(Trace trace) {
    Map<String, List<Long>> paths = new TreeMap<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      String[] names = new String[tree.size()];
      names[0] = thread.id() < 0 ? thread.name() : Long.toString(thread.id());
      for (int node = 1; node < tree.size(); node++) {
        names[node] =
            names[tree.parent(node)] + ";" + trace.methods().get(tree.method(node)).qualifiedName();
        paths.put(
            names[node],
            List.of(tree.exclusiveWall(node), tree.exclusiveCpu(node), tree.calls(node)));
      }
    }
    return paths;
  }

  private static Trace read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Trace read(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("system", ".trace");
    try {
      Files.write(file, bytes);
      return TraceReader.open(file);
    } finally {
      Files.delete(file);
    }
  }

  /** A begin of FrameTimelineEvent, by its field. */
  private static byte[] frame(long time, int field, ProtoWriter begin) {
    return packet(time, new ProtoWriter().message(field, begin));
  }

  private static byte[] end(long time, long cookie) {
    return packet(time, new ProtoWriter().message(5, new ProtoWriter().number(1, cookie)));
  }

  private static byte[] packet(long time, ProtoWriter event) {
    ProtoWriter packet = new ProtoWriter().number(8, time).number(10, 1).message(76, event);
    return new ProtoWriter().message(1, packet).toBytes();
  }

  private static ProtoWriter appFrame(long cookie, long token) {
    return new ProtoWriter().number(1, cookie).number(2, token).number(3, 90).number(4, 10);
  }

  @Test
  void framesOfTheTimelineAreBesideTheThreads() throws IOException {
    var out = new ByteArrayOutputStream();
    ProtoWriter process = new ProtoWriter().number(1, 10).text(3, "app");
    out.writeBytes(
        new ProtoWriter()
            .message(1, new ProtoWriter().message(2, new ProtoWriter().message(1, process)))
            .toBytes());
    out.writeBytes(frame(1000, 3, appFrame(1, 7)));
    out.writeBytes(end(1016, 1));
    // Two layers of one frame, and a frame that overlaps it.
    out.writeBytes(frame(1000, 4, appFrame(2, 7).number(6, 2).number(9, 64).number(10, 1)));
    out.writeBytes(frame(1004, 4, appFrame(3, 7).number(6, 2).number(9, 128).number(10, 1)));
    out.writeBytes(frame(1010, 4, appFrame(4, 8).number(6, 1).number(9, 1).number(10, 1)));
    out.writeBytes(end(1030, 2));
    out.writeBytes(end(1024, 4));
    out.writeBytes(end(1034, 3));
    ProtoWriter display = new ProtoWriter().number(1, 5).number(2, 90).number(3, 11);
    out.writeBytes(frame(1034, 2, display.number(4, 4).number(7, 1024).number(8, 2)));
    out.writeBytes(end(1040, 5));
    out.writeBytes(frame(1040, 4, appFrame(6, 9).number(6, 2)));

    Trace trace = read(out.toByteArray());

    assertThat(paths(trace))
        .isEqualTo(
            Map.of(
                "app/expected frames;AppFrame.expected",
                List.of(16L, 0L, 1L),
                "app/frames;AppFrame.late: App Deadline Missed, Buffer Stuffing",
                List.of(34L, 0L, 1L),
                "app/frames 2;AppFrame.on time",
                List.of(14L, 0L, 1L),
                "process 11/display frames;DisplayFrame.dropped: Dropped Frame (prediction"
                    + " expired)",
                List.of(6L, 0L, 1L)));
    assertThat(trace.info().keys()).containsEntry("frames-without-end", "1");
    assertThat(trace.info().pid()).isEqualTo(10);
  }
}
