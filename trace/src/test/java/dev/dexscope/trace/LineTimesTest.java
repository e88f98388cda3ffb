package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.read.TraceReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time at lines is that of the tools that the profiles are of. */
class LineTimesTest {
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  /** {@code name:line} with exclusive and inclusive time. */
  private static Map<String, List<Long>> lines(Trace trace) {
    Map<String, List<Long>> lines = new TreeMap<>();
    for (int method = 0; method < trace.methods().size(); method++) {
      for (LineTimes.Time each : trace.lines().of(method, _ -> true)) {
        String name = trace.methods().get(method).qualifiedName() + ":" + each.line();
        lines.put(name, List.of(each.self(), each.total()));
      }
    }
    return lines;
  }

  /** The profile's own tables: strings, functions, locations with the inlined line first. */
  private Path pprof() throws Exception {
    List<String> strings =
        List.of(
            "",
            "cpu",
            "nanoseconds",
            "app.Main.run",
            "app.Shop.total",
            "app.Shop.tax",
            "Main.java",
            "Shop.java");
    var file = new ProtoWriter();
    file.message(1, new ProtoWriter().number(1, 1).number(2, 2));
    int[][] functions = {{1, 3, 6}, {2, 4, 7}, {3, 5, 7}};
    for (int[] each : functions) {
      file.message(5, new ProtoWriter().number(1, each[0]).number(2, each[1]).number(4, each[2]));
    }
    int[][][] locations = {{{1, 3}}, {{2, 5}}, {{2, 6}}, {{3, 9}, {2, 7}}, {{3, 0}}};
    for (int i = 0; i < locations.length; i++) {
      var location = new ProtoWriter().number(1, i + 1);
      for (int[] line : locations[i]) {
        location.message(4, new ProtoWriter().number(1, line[0]).number(2, line[1]));
      }
      file.message(4, location);
    }
    sample(file, 5 * MILLI, 2, 1);
    sample(file, 7 * MILLI, 3, 2, 1);
    sample(file, 11 * MILLI, 2, 2, 3, 1);
    sample(file, 13 * MILLI, 4, 1);
    sample(file, 17 * MILLI, 5, 2, 1);
    for (String each : strings) {
      file.text(6, each);
    }
    return Files.write(folder.resolve("a.pb"), file.toBytes());
  }

  private static void sample(ProtoWriter file, long nanos, int... innermostFirst) {
    var sample = new ProtoWriter();
    for (int each : innermostFirst) {
      sample.number(1, each);
    }
    file.message(2, sample.number(2, nanos));
  }

  @Test
  void aLineHasTheSamplesThatWereThereAndThoseBelow() throws Exception {
    Trace trace = TraceReader.open(pprof());

    assertThat(lines(trace))
        .containsOnly(
            Map.entry("app.Main.run:3", List.of(0L, 53 * MILLI)),
            Map.entry("app.Shop.total:5", List.of(16 * MILLI, 40 * MILLI)),
            Map.entry("app.Shop.total:6", List.of(7 * MILLI, 18 * MILLI)),
            Map.entry("app.Shop.total:7", List.of(0L, 13 * MILLI)),
            Map.entry("app.Shop.tax:9", List.of(13 * MILLI, 13 * MILLI)));
    assertThat(trace.lines().of(0, _ -> false)).isEmpty();
  }

  /** So the profiles of Go's own run time begin. */
  @Test
  void theTimeMayStandBeforeTheFirstTypeOfValues() throws Exception {
    Path usual = pprof();
    byte[] time = new ProtoWriter().number(9, 1_700_000_000_000_000_000L).toBytes();
    Path other = folder.resolve("go.pb");
    try (var out = Files.newOutputStream(other)) {
      out.write(time);
      out.write(Files.readAllBytes(usual));
    }

    Trace trace = TraceReader.open(other);
    assertThat(lines(trace)).isEqualTo(lines(TraceReader.open(usual)));
    assertThat(trace.info().startMicros()).isEqualTo(1_700_000_000_000_000L);
  }

  @Test
  @NeedsPeer(Peer.GO)
  void pprofListsTheSame() throws Exception {
    Path profile = pprof();
    String text = "line\n".repeat(20);
    for (String each : List.of("Main.java", "Shop.java")) {
      Files.writeString(folder.resolve(each), text);
    }
    String listed =
        Peer.GO
            .run(
                "tool",
                "pprof",
                "-list=.",
                "-unit=ms",
                "-source_path=" + folder,
                profile.toString())
            .out();
    Map<String, List<Long>> theirs = new TreeMap<>();
    String method = "";
    Pattern line = Pattern.compile(" *(\\d+|\\.)(?:ms)? +(\\d+|\\.)(?:ms)? +(\\d+):.*");
    for (String each : listed.lines().toList()) {
      Matcher row = line.matcher(each);
      if (each.startsWith("ROUTINE")) {
        method = each.split(" +")[2];
      } else if (row.matches() && !row.group(2).equals(".")) {
        theirs.put(
            method + ":" + row.group(3), List.of(millis(row.group(1)), millis(row.group(2))));
      }
    }

    assertThat(theirs).hasSize(5).isEqualTo(lines(TraceReader.open(profile)));
  }

  private static long millis(String figure) {
    return figure.equals(".") ? 0 : Long.parseLong(figure) * MILLI;
  }

  /** A recording of this test, as the JDK's own tool prints it. */
  @Test
  void jfrPrintsTheSame() throws Exception {
    Path file = folder.resolve("a.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.enable("jdk.ActiveSetting");
      recording.start();
      var burning = new Thread(LineTimesTest::burn, "burning");
      burning.start();
      burning.join();
      recording.stop();
      recording.dump(file);
    }
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jfr");
    var process =
        new ProcessBuilder(
                tool.toString(),
                "print",
                "--events",
                "jdk.ExecutionSample",
                "--stack-depth",
                "64",
                file.toString())
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, List<Long>> theirs = new TreeMap<>();
    // A native method has no line, and is the one that works all the same.
    Pattern frame = Pattern.compile("(?m)^ +([^ (]+)\\([^)]*\\)(?: +line: (\\d+))?");
    for (String event : printed.split("jdk\\.ExecutionSample \\{")) {
      Matcher frames = frame.matcher(event);
      Map<String, List<Long>> here = new TreeMap<>();
      long self = 10 * MILLI;
      while (frames.find()) {
        // Of an instruction that belongs to no line, as of a loop's end, the tool prints none.
        if (frames.group(2) != null) {
          here.putIfAbsent(frames.group(1) + ":" + frames.group(2), List.of(self, 10 * MILLI));
        }
        self = 0;
      }
      here.forEach((at, time) ->
          theirs.merge(at, time, (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1))));
    }

    Map<String, List<Long>> ours = lines(TraceReader.open(file));
    // The tool leaves out frames of the JDK that are hidden.
    for (Map<String, List<Long>> each : List.of(theirs, ours)) {
      each.keySet().removeIf(at -> !at.startsWith(LineTimesTest.class.getName() + "."));
    }
    assertThat(theirs).isNotEmpty().isEqualTo(ours);
  }

  private static void burn() {
    long end = System.nanoTime() + 400 * MILLI;
    double all = 0;
    while (System.nanoTime() < end) {
      all += sum(10_000);
    }
    assertThat(all).isPositive();
  }

  private static double sum(int count) {
    double sum = 0;
    for (int i = 1; i < count; i++) {
      sum += Math.sqrt(i);
      sum += Math.log(i + sum);
    }
    return sum;
  }

  @Test
  void firefoxsFramesHaveLines() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("firefox.json"),
            """
            {"meta": {"interval": 2, "startTime": 1000},
             "threads": [{"name": "GeckoMain", "tid": "9",
               "samples": {"stack": [1, 1, 2, 0], "timeDeltas": [0, 2, 2, 2]}}],
             "shared": {"stringArray": ["main", "work(int)"],
               "funcTable": {"name": [1, 0]}, "frameTable": {"func": [1, 0, 0], "line": [4, 7, null]},
               "stackTable": {"frame": [0, 1, 2], "prefix": [null, 0, 0]}}}
            """);

    assertThat(lines(TraceReader.open(file)))
        .containsOnly(
            Map.entry("main:4", List.of(2 * MILLI, 8 * MILLI)),
            Map.entry("work(int):7", List.of(4 * MILLI, 4 * MILLI)));
  }

  @Test
  void recordedCallsHaveNone() throws Exception {
    Trace trace = TraceReader.open(RealTraces.file("art11-threads-streaming.trace"));

    assertThat(trace.lines().isEmpty()).isTrue();
  }
}
