package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.Callgrind;
import dev.dexscope.trace.export.profile.FirefoxProfile;
import dev.dexscope.trace.export.profile.Pprof;
import dev.dexscope.trace.export.profile.Speedscope;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the figures that the consumers of the exports read from a real trace with our own,
 * method by method. {@code bench/peers/consumers} runs more of them.
 */
class ConsumersTest {
  /** Of profiler-cli. */
  private static final Pattern FUNCTION =
      Pattern.compile(
          "\"name\": \"([^\"]*)\",\\s+\"nameWithLibrary\": \"[^\"]*\",\\s+\"selfSamples\": ([^,]*),"
              + "\\s+\"selfPercentage\": [^,]*,\\s+\"totalSamples\": ([^,]*),");

  @TempDir Path folder;
  private View view;

  @BeforeEach
  void aRealTrace() throws IOException {
    view = View.of(TraceReader.open(RealTraces.file("art11-threads-buffered.trace")), Filter.ALL);
  }

  /** {@code flat flat% sum% cum cum% name}, the overloads of a name together. */
  @Test
  @NeedsPeer(Peer.GO)
  void pprofHasTheExclusiveTimes() throws Exception {
    Path file = folder.resolve("profile.pb.gz");
    try (var out = Files.newOutputStream(file)) {
      Pprof.write(view, out);
    }
    String top =
        Consumer.run(
            Peer.GO.path().toString(),
            "tool",
            "pprof",
            "-top",
            "-nodecount=1000000",
            "-nodefraction=0",
            "-unit=us",
            "-sample_index=cpu",
            file.toString());

    Map<String, Long> theirs = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^ *(\\d+)(?:us)? +[\\d.]+% +[\\d.]+% +\\d+(?:us)? +[\\d.]+%  (.+)$")
            .matcher(top);
    while (row.find()) {
      theirs.merge(row.group(2), Long.parseLong(row.group(1)), Long::sum);
    }
    Map<String, Long> ours = new TreeMap<>();
    for (Cost cost : FlatProfile.of(view, Grouping.METHOD)) {
      String name = cost.name().substring(0, cost.name().indexOf('('));
      ours.merge(name, cost.exclusiveCpu() / 1000, Long::sum);
    }
    ours.values().removeIf(time -> time == 0);
    theirs.values().removeIf(time -> time == 0);
    assertThat(theirs).hasSizeGreaterThan(300).isEqualTo(ours);
  }

  /** {@code wall (share) cpu (share) file:function}; a dot is nothing. */
  @Test
  @NeedsPeer(Peer.CALLGRIND_ANNOTATE)
  void callgrindAnnotateHasBothExclusiveTimes() throws Exception {
    String annotate = Peer.CALLGRIND_ANNOTATE.path().toString();
    Path file = folder.resolve("callgrind.out");
    try (var out = Files.newOutputStream(file)) {
      Callgrind.write(view, out);
    }
    String table = Consumer.run(annotate, "--threshold=100", "--auto=no", file.toString());

    Map<String, String> theirs = new TreeMap<>();
    Matcher row =
        Pattern.compile(
                "(?m)^ *([\\d,]+|\\.)(?: \\([^)]*\\))? +([\\d,]+|\\.)(?: \\([^)]*\\))? +[^:\n]+:(\\S+\\(\\S*)")
            .matcher(table);
    while (row.find()) {
      // What is recursive is a function of its own.
      theirs.merge(
          row.group(3).replaceAll("'2$", ""),
          (row.group(1) + " " + row.group(2)).replace(",", "").replace(".", "0"),
          ConsumersTest::sum);
    }
    Map<String, String> ours = new TreeMap<>();
    for (Cost cost : FlatProfile.of(view, Grouping.METHOD)) {
      ours.put(cost.name(), cost.exclusiveWall() / 1000 + " " + cost.exclusiveCpu() / 1000);
    }
    // What took no wall time is below its threshold.
    assertThat(theirs).hasSizeGreaterThan(300);
    ours.keySet().retainAll(theirs.keySet());
    assertThat(theirs).isEqualTo(ours);
    long wall = theirs.values().stream().mapToLong(t -> Long.parseLong(t.split(" ")[0])).sum();
    assertThat(wall)
        .isEqualTo(view.threads().stream().mapToLong(p -> p.tree().inclusiveWall(0)).sum() / 1000);
  }

  /** Adds up two pairs of numbers. */
  private static String sum(String a, String b) {
    String[] first = a.split(" ", -1);
    String[] second = b.split(" ", -1);
    long wall = Long.parseLong(first[0]) + Long.parseLong(second[0]);
    long cpu = Long.parseLong(first[1]) + Long.parseLong(second[1]);
    return wall + " " + cpu;
  }

  /** Each thread's functions, with the elapsed time in them, and with their callees. */
  @Test
  @FullTier("starts a process, which serves others")
  @NeedsPeer(Peer.PROFILER_CLI)
  void profilerCliHasTheTimesOfEachThread() throws Exception {
    Path file = folder.resolve("profile.json");
    try (var out = Files.newOutputStream(file)) {
      FirefoxProfile.write(view, out);
    }
    profilerCli("load", file.toString());
    try {
      for (int i = 0; i < view.threads().size(); i++) {
        String functions =
            profilerCli("thread", "functions", "--thread", "t-" + i, "--limit", "0", "--json");

        var thread = new View(view.trace(), view.filter(), List.of(view.threads().get(i)));
        Map<String, String> ours = new TreeMap<>();
        for (Cost cost : FlatProfile.of(thread, Grouping.METHOD)) {
          if (cost.inclusiveWall() > 0) {
            ours.put(cost.name(), micros(cost.exclusiveWall() / 1e6, cost.inclusiveWall() / 1e6));
          }
        }
        Map<String, String> theirs = new TreeMap<>();
        Matcher row = FUNCTION.matcher(functions);
        while (row.find()) {
          theirs.put(
              row.group(1),
              micros(Double.parseDouble(row.group(2)), Double.parseDouble(row.group(3))));
        }
        theirs.values().removeIf(micros(0, 0)::equals);
        assertThat(theirs).hasSizeGreaterThan(20).isEqualTo(ours);
      }
    } finally {
      profilerCli("stop", "--all");
    }
  }

  private String profilerCli(String... arguments) throws Exception {
    Path packages = Peer.PROFILER_CLI.path();
    List<String> command = new ArrayList<>();
    command.addAll(List.of("env", "PROFILER_CLI_SESSION_DIR=" + folder.resolve("sessions")));
    command.add(packages.resolve(".bin/node").toString());
    command.add(packages.resolve("@firefox-devtools/profiler-cli/dist/profiler-cli.js").toString());
    command.addAll(List.of(arguments));
    return Consumer.run(command.toArray(String[]::new));
  }

  private static String micros(double exclusive, double inclusive) {
    return Math.round(exclusive * 1e3) + " " + Math.round(inclusive * 1e3);
  }

  /** Its own page imports the file, lists the threads, and adds up the methods of the first. */
  @Test
  @NeedsPeer({Peer.CHROMIUM, Peer.SPEEDSCOPE})
  void speedscopeImportsThreadsAndMethods() throws Exception {
    var profile = new ByteArrayOutputStream();
    Speedscope.write(view, profile);
    Path script =
        Files.writeString(
            folder.resolve("profile.js"),
            "speedscope.loadFileFromBase64('a.json', '%s')"
                .formatted(Base64.getEncoder().encodeToString(profile.toByteArray())));
    String dom =
        Consumer.browse(
            Peer.SPEEDSCOPE.path().toRealPath().toUri()
                + "#view=sandwich&localProfilePath="
                + script.toAbsolutePath(),
            folder.resolve("browser"),
            8000);

    String cells = dom.replaceAll("<[^>]*>", "|").replaceAll("\\|+", "|");
    for (View.Part part : view.threads()) {
      assertThat(cells)
          .contains(part.thread().name() + "|" + shown(part.tree().inclusiveWall(0)) + "|");
    }
    List<String> firstThread = List.of(view.threads().getFirst().thread().name());
    View first =
        View.of(view.trace(), new Filter(List.of(), List.of(), firstThread, 0, Long.MAX_VALUE, 0));
    List<Cost> largest =
        FlatProfile.of(first, Grouping.METHOD).stream()
            .filter(cost -> cost.exclusiveWall() >= 400_000)
            .toList();
    assertThat(largest).hasSizeGreaterThan(10);
    for (Cost cost : largest) {
      assertThat(cells)
          .containsPattern(
              Pattern.quote("|" + shown(cost.inclusiveWall()))
                  + " \\([^)]*\\)\\|"
                  + Pattern.quote(shown(cost.exclusiveWall()))
                  + " \\([^)]*\\)\\|"
                  + Pattern.quote(cost.name().replace("<", "&lt;").replace(">", "&gt;"))
                  + "\\|");
    }
  }

  /** A time as speedscope writes it. */
  private static String shown(long nanos) {
    return nanos >= 1_000_000
        ? String.format(Locale.ROOT, "%.2fms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.2fµs", nanos / 1e3);
  }
}
