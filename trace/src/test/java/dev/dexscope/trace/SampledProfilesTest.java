package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of other tools: we report the same figures as they do. */
class SampledProfilesTest {
  private static final int CPU_CLOCK = 0;
  private static final int PAGE_FAULTS = 2;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void simpleperfsRecordingHasThreadsFunctionsAndTimes(boolean isNew) throws IOException {
    Trace trace = read(SampledFiles.perfData(isNew, CPU_CLOCK));

    assertThat(trace.info().format()).isEqualTo("simpleperf recording");
    assertThat(trace.info().clock()).isEqualTo(Clock.THREAD_CPU);
    assertThat(trace.info().sampled()).isTrue();
    assertThat(trace.info().pid()).isEqualTo(70);
    assertThat(trace.info().keys())
        .containsEntry("event", "cpu-clock")
        .containsEntry("app_package_name", "app.fast")
        .doesNotContainKey("weights");
    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("worker");
    assertThat(cpu(trace))
        .containsOnly(
            Map.entry("app.fast.Main.run", 750_000L),
            Map.entry("app.fast.Main.run/libfast.so.fast_path", 500_000L),
            Map.entry("app.fast.Main.run/libfast.so.+0x3900", 250_000L),
            Map.entry("app.fast.Main.run/libfast.so.+0x3900/[kernel.kallsyms].sys_read", 250_000L));
    // Two samples that follow each other are one call, the third stands where it was taken.
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(tree.calls(1)).isEqualTo(2);
    assertThat(trace.info().elapsedNanos()).isEqualTo(8_250_000);
  }

  @Test
  void dexCodeIsNamedWhoeverRunsIt() throws IOException {
    Trace trace = read(SampledFiles.perfOfDexCode());

    assertThat(cpu(trace))
        .containsOnly(
            Map.entry("app.fast.Main.run", 1_250_000L),
            Map.entry("app.fast.Main.run/app.fast.Main.rest(int) [DEDUPED]", 250_000L),
            Map.entry(
                "app.fast.Main.run/app.fast.Main.rest(int) [DEDUPED]/libart.so.Thread_sleep",
                250_000L),
            Map.entry("app.fast.Main.run/libfast.so.+0x2110", 250_000L),
            Map.entry("app.fast.Main.run/libfast.so.+0xef0", 250_000L));
  }

  @Test
  void whatIsNoTimeIsSaidToBeNone() throws IOException {
    Trace trace = read(SampledFiles.perfData(false, PAGE_FAULTS));

    assertThat(trace.info().keys()).containsEntry("weights", "page-faults");
    assertThat(cpu(trace)).containsEntry("app.fast.Main.run", 750_000L);
    assertThat(trace.info().elapsedNanos()).isEqualTo(750_000);
    assertThat(trace.info().amount(750_000)).isEqualTo("750,000 page-faults");
  }

  @ParameterizedTest
  @EnumSource(
      value = ExportFormat.class,
      names = {"CHROME", "SPEEDSCOPE", "FIREFOX", "PPROF", "FLAME", "HTML", "COLLAPSED"})
  void countsAreConvertedAsCounts(ExportFormat format) throws IOException {
    Trace trace = read(SampledFiles.perfData(false, PAGE_FAULTS));
    Path exported = folder.resolve("exported" + format.suffix());
    format.write(Export.of(trace), exported);

    Trace again = TraceReader.open(exported);

    // Lines of stacks have no unit: ours are microseconds.
    long unit = format == ExportFormat.COLLAPSED ? 1000 : 1;
    Map<String, Long> expected = new TreeMap<>();
    cpu(trace).forEach((path, count) -> expected.put(path, count * unit));
    Timing timing = Timing.ofWork(again.info().clock());
    assertThat(paths(again, timing::inclusive)).containsAllEntriesOf(expected);
    if (unit == 1) {
      assertThat(again.info().weights()).isEqualTo("page-faults");
    }
  }

  @Test
  void simpleperfsReportIsRead() throws IOException {
    Trace trace = read(SampledFiles.simpleperfReport("cpu-clock", "instructions"));

    assertThat(trace.info().keys())
        .containsEntry("event", "cpu-clock")
        .containsEntry("app", "app.fast")
        .containsEntry("lost-samples", "5");
    assertThat(cpu(trace))
        .containsOnly(
            Map.entry("app.fast.Main.run", 750_000L),
            Map.entry("app.fast.Main.run/libfast.so.fast_path", 500_000L),
            Map.entry("app.fast.Main.run/libfast.so.+0x3900", 250_000L));
  }

  @Test
  void oneOfSeveralEventsIsChosen() throws IOException {
    Path file = write(SampledFiles.simpleperfReport("cpu-clock", "instructions"));

    Trace trace = TraceReader.open(file, of("instructions"));

    assertThat(cpu(trace)).containsEntry("app.fast.Main.run", 1_500_000L);
    assertThat(trace.info().keys()).containsEntry("weights", "instructions");
    assertThatThrownBy(() -> TraceReader.open(file, of("cache-misses")))
        .isInstanceOf(RefusedFileException.class)
        .hasMessage(
            "no samples of cache-misses, "
                + file
                + "; name one that it has: cpu-clock, instructions");
  }

  @Test
  void perfettosCallstacksAreRead() throws IOException {
    Trace trace = read(SampledFiles.perfettoSamples());

    assertThat(trace.info().format()).isEqualTo("Perfetto samples");
    assertThat(trace.info().keys()).containsEntry("samples-without-stack", "1");
    assertThat(cpu(trace))
        .containsOnly(
            Map.entry("app.fast.Main.run", 2_000_000L),
            Map.entry("app.fast.Main.run/libfast.so.fast_path", 2_000_000L));
  }

  @Test
  void perfettosStackSamplesAreReadByTheirTimebases() throws IOException {
    Path file = write(SampledFiles.perfettoStackSamples());

    Trace time = TraceReader.open(file);
    assertThat(time.info().clock()).isEqualTo(Clock.WALL);
    assertThat(time.info().keys())
        .containsEntry("event", "wall-time")
        .containsEntry("other-events", "missed")
        .containsEntry("samples-without-stack", "1");
    assertThat(time.threads()).extracting(TraceThread::name).containsExactly("thread 71", "loader");
    assertThat(wall(time))
        .containsOnly(
            Map.entry("app.fast.Main.run", 3_000_000L),
            Map.entry("app.fast.Main.run/app.fast.Main.sum", 2_000_000L),
            Map.entry("app.fast.Main.run/app.fast.Main.draw", 1_000_000L));
    assertThat(time.threads().getLast().tree().inclusiveWall(0)).isEqualTo(3_000_000);
    int sum = time.methods().named("app.fast.Main.sum").getFirst();
    assertThat(time.lines().of(sum, _ -> true))
        .containsExactly(new LineTimes.Time(21, 5_000_000, 5_000_000));
    Trace missed = TraceReader.open(file, of("missed"));
    assertThat(missed.info().weights()).isEqualTo("cache-misses");
    assertThat(wall(missed))
        .containsOnly(
            Map.entry("app.fast.Main.run", 501L),
            Map.entry("app.fast.Main.run/app.fast.Main.sum", 500L),
            Map.entry("app.fast.Main.run/app.fast.Main.draw", 1L));
  }

  /** Perfetto's tools add symbols and names to the end of a trace. */
  @Test
  void perfettosTracesHaveTheNamesThatWereAdded() throws IOException {
    Trace trace = read(SampledFiles.perfettoWithMappings());

    assertThat(cpu(trace).keySet())
        .containsExactly(
            "shop.Main.run",
            "shop.Main.run/shop.Main.total",
            "shop.Main.run/shop.Main.total/libfast.so.fast_path",
            "shop.Main.run/shop.Main.total/libfast.so.fast_path/libfast.so.inlined");
    // The file of an app has its names in another's process, too, and code of neither its own.
    CallTree other = trace.threads().getLast().tree();
    assertThat(IntStream.range(1, other.size()).mapToObj(other::method))
        .extracting(method -> trace.methods().get(method).fullName())
        .containsExactly("shop.Main.run", "a.a.a", "libfast.so.fast_path", "libfast.so.inlined");
    int total = trace.methods().named("shop.Main.total").getFirst();
    assertThat(trace.lines().of(total, _ -> true))
        .extracting(LineTimes.Time::line)
        .containsExactly(10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void perfettosHeapProfileHasWhatIsLeftAndWhatWasAllocated(boolean isOld) throws IOException {
    Path file = write(SampledFiles.perfettoHeap(isOld));

    Trace left = TraceReader.open(file);
    assertThat(left.info().format()).isEqualTo("Perfetto heap profile");
    assertThat(left.info().weights()).isEqualTo("bytes");
    assertThat(left.info().keys())
        .containsEntry("event", "heap")
        .containsEntry("other-events", "alloc");
    assertThat(left.threads()).extracting(TraceThread::name).containsExactly("libc.malloc");
    // The sums of the last dump, not of all.
    assertThat(wall(left))
        .containsOnly(
            Map.entry("libpng.so.decode", 4196L),
            Map.entry("libpng.so.decode/libc.so.malloc", 4096L));
    assertThat(wall(TraceReader.open(file, of("alloc"))))
        .containsOnly(
            Map.entry("libpng.so.decode", 8292L),
            Map.entry("libpng.so.decode/libc.so.malloc", 8192L));
  }

  @Test
  void speedscopesSampledProfilesHaveTheirUnits() throws IOException {
    Trace trace =
        read(
            """
            {"profiles": [{"type": "sampled", "name": "main", "unit": "milliseconds",
               "startValue": 5, "endValue": 8, "samples": [[0], [0, 1], []], "weights": [1, 2, 4]}],
             "shared": {"frames": [{"name": "a"}, {"name": "b.c", "file": "x.js", "line": 7}]}}
            """);

    assertThat(wall(trace))
        .containsOnly(Map.entry("a", 3_000_000L), Map.entry("a/b.c", 2_000_000L));
    assertThat(trace.methods().get(1).line()).isEqualTo(7);
  }

  @Test
  void completeEventsOfChromeMayStandInAnyOrder() throws IOException {
    Trace trace =
        read(
            """
            [{"ph":"X","pid":1,"tid":2,"name":"inner","ts":10.5,"dur":4},
             {"ph":"X","pid":1,"tid":2,"name":"outer","ts":10,"dur":10},
             {"ph":"B","pid":1,"tid":2,"name":"late","ts":16},
             {"ph":"C","pid":1,"name":"counter","ts":1,"args":{"name":{"x":1}}},
             {"ph":"E","pid":1,"tid":2,"ts":18},
             {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"ui"}}]
            """);

    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("ui");
    assertThat(wall(trace))
        .containsOnly(
            Map.entry("outer", 10_000L),
            Map.entry("outer/inner", 4_000L),
            Map.entry("outer/late", 2_000L));
  }

  /** The format allows that of an array, for programs that end while they write. */
  @ParameterizedTest
  @ValueSource(strings = {"", ",", ",\n", "\n]", "]"})
  void arraysOfChromeMayHaveNoEnd(String end) throws IOException {
    Trace trace =
        read("[{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"a\",\"ts\":1,\"dur\":4}" + end);

    assertThat(wall(trace)).containsOnly(Map.entry("a", 4_000L));
  }

  @Test
  void anEventOfChromeThatIsCutOffIsDamaged() {
    assertThatThrownBy(() -> read("[{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"a\",\"ts\":1,"))
        .isInstanceOf(TraceFormatException.class);
  }

  @Test
  void newFirefoxProfilesShareTheirTables() throws IOException {
    Trace trace =
        read(
            """
            {"meta": {"interval": 2, "startTime": 1000},
             "threads": [{"name": "GeckoMain", "tid": "9",
               "samples": {"stack": [1, 1, null, 0], "timeDeltas": [0, 2, 2, 2]}}],
             "shared": {"stringArray": ["main", "work(int)"],
               "funcTable": {"name": [1, 0]}, "frameTable": {"func": [1, 0]},
               "stackTable": {"frame": [0, 1], "prefix": [null, 0]}}}
            """);

    assertThat(wall(trace))
        .containsOnly(Map.entry("main", 6_000_000L), Map.entry("main/work(int)", 4_000_000L));
    assertThat(trace.threads().getFirst().id()).isEqualTo(9);
  }

  @Test
  void profilesMayBeCompressed() throws IOException {
    Path file = folder.resolve("a.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(SampledFiles.perfData(true, CPU_CLOCK));
    }

    assertThat(cpu(TraceReader.open(file))).containsEntry("app.fast.Main.run", 750_000L);
  }

  @Test
  void aRecordingThatWasCutOffIsReadAsFarAsItGoes() throws IOException {
    byte[] whole = SampledFiles.simpleperfReport("cpu-clock");
    Trace trace = read(Arrays.copyOf(whole, whole.length - 6));

    assertThat(trace.info().keys()).containsKey("cut-off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"meta\": {}, \"threads\": [{\"stackTable\": {\"frame\": [0], \"prefix\": [3]}}]}",
        "{\"traceEvents\": []}",
        "{\"traceEvents\": 4}",
        "{\"shared\": {\"frames\": []}, \"profiles\": [{\"events\": [{\"frame\": 0, \"at\": 1}]}]}",
        "{\"package\": \"json\"}",
        "{\"profiles\"",
        "<!DOCTYPE html><html></html>",
        "<!DOCTYPE html><script type=\"application/json\" id=\"data\">{\"names\":[",
        "<!DOCTYPE html><script type=\"application/json\" id=\"data\">{\"names\":[\"a\"],\"threads\":"
            + "[{\"method\":[0],\"depth\":[9],\"calls\":[1],\"walls\":[1],\"cpus\":[1],\"flags\":[0]}]}"
            + "</script>",
        "PERFILE2 and then nothing that perf would write"
      })
  void whatIsNoProfileIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("at 0x");
  }

  private static TraceOptions of(String event) {
    return TraceOptions.PLAIN.withEvent(event);
  }

  private Trace read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private Trace read(byte[] bytes) throws IOException {
    return TraceReader.open(write(bytes));
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a.profile"), bytes);
  }

  private static Map<String, Long> cpu(Trace trace) {
    return paths(trace, CallTree::inclusiveCpu);
  }

  private static Map<String, Long> wall(Trace trace) {
    return paths(trace, CallTree::inclusiveWall);
  }

  private interface Time {
    long of(CallTree tree, int node);
  }

  private static Map<String, Long> paths(Trace trace, Time time) {
    Map<String, Long> paths = new TreeMap<>();
    CallTree tree = trace.threads().getFirst().tree();
    String[] names = new String[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      String name = trace.methods().get(tree.method(node)).qualifiedName();
      int parent = tree.parent(node);
      names[node] = parent == 0 ? name : names[parent] + "/" + name;
      paths.put(names[node], time.of(tree, node));
    }
    return paths;
  }
}
