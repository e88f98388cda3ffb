package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agents in Java that most people use, unmodified: what they show of a dex program is what they
 * show of its class files on HotSpot.
 */
@FullTier("each test runs a program with a large agent twice")
@NeedsPeer(Peer.AGENTS)
class MainstreamAgentsTest {
  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Orders");
  }

  private static Path jar(String name) {
    return Peer.AGENTS.path().resolve(name);
  }

  /** The lines of a run on the VM and of one on HotSpot, in this order. */
  private static List<Run> runs(String agent, String... properties) {
    List<String> words = new ArrayList<>();
    for (String each : properties) {
      words.add("property:" + each);
    }
    words.add("java:" + agent);
    List<Run> runs =
        List.of(
            rig.onVm(words.toArray(String[]::new)), rig.onHotSpotWithJavaAgent(agent, properties));
    for (Run each : runs) {
      assertThat(each.exit()).as("%s", each.lines()).isZero();
      // As on Android for the program itself, whatever agent is there.
      assertThat(each.of("served")).containsExactly("3");
    }
    assertThat(runs.getFirst().of("file")).endsWith("null", "null");
    return runs;
  }

  private static List<String> matches(Run run, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    List<String> found = new ArrayList<>();
    for (String each : run.lines()) {
      compiled.matcher(each).results().map(MatchResult::group).forEach(found::add);
    }
    return found;
  }

  @Test
  void byteBuddysAdviceAndDelegation() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("buddy"));
    TestCompiler.javac(
        "-nowarn",
        "--release",
        "11",
        "-cp",
        jar("byte-buddy.jar").toString(),
        "-d",
        classes.toString(),
        "src/test/resources/agents/Buddy.java");
    Path agent = folder.resolve("buddy.jar");
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.CLASS_PATH, jar("byte-buddy.jar").toUri().toString());
    attributes.putValue("Premain-Class", "Buddy");
    try (var out = new JarOutputStream(Files.newOutputStream(agent), manifest)) {
      for (Path each : TestCompiler.classesIn(classes)) {
        out.putNextEntry(new JarEntry(each.getFileName().toString()));
        Files.copy(each, out);
      }
    }

    List<Run> runs = runs(agent.toString(), "key=value");

    Run onVm = runs.getFirst();
    assertThat(onVm.of("transformed")).hasSize(3);
    assertThat(onVm.of("enter")).hasSize(12);
    assertThat(onVm.of("delegated")).hasSize(15);
    assertThat(shown(onVm)).isEqualTo(shown(runs.getLast()));
  }

  /** Without the program's own class files, and what the JVM has to say on standard error. */
  private static List<String> shown(Run run) {
    return run.lines().stream()
        .filter(each -> !each.startsWith("file jar:") && !each.startsWith("file file:"))
        .filter(each -> !each.equals("file null") && !each.startsWith("WARNING: "))
        .toList();
  }

  @Test
  void openTelemetrysSpans() {
    List<Run> runs =
        runs(
            jar("opentelemetry-javaagent.jar").toString(),
            "otel.traces.exporter=console",
            "otel.metrics.exporter=none",
            "otel.logs.exporter=none",
            "otel.instrumentation.methods.include="
                + "Orders$Reversing[handle,reversed];Orders$Store[add,kind,name]");

    String span = "(?<=LoggingSpanExporter - ')[^']+";
    assertThat(matches(runs.getFirst(), span)).hasSize(12).isEqualTo(matches(runs.getLast(), span));
  }

  @Test
  void datadogsSpans() {
    List<Run> runs =
        runs(
            jar("dd-java-agent.jar").toString(),
            "dd.trace.methods=Orders$Reversing[handle,reversed];Orders$Store[add,kind,name]",
            "dd.writer.type=LoggingWriter",
            "dd.remote_config.enabled=false",
            "dd.instrumentation.telemetry.enabled=false",
            "dd.jmxfetch.enabled=false",
            "dd.profiling.enabled=false");

    String span = "\"resource\":\"[^\"]+\"|\"error.message\":\"[^\"]+\"";
    assertThat(matches(runs.getFirst(), span))
        .hasSizeGreaterThanOrEqualTo(12)
        .isEqualTo(matches(runs.getLast(), span));
  }

  @Test
  void jacocosLines() throws IOException, InterruptedException {
    List<Map<Integer, Boolean>> lines = new ArrayList<>();
    for (String place : List.of("vm", "hotspot")) {
      Path data = folder.resolve("jacoco." + place);
      Path classes = folder.resolve("jacoco-classes." + place);
      String agent =
          jar("org.jacoco.agent-runtime.jar") + "=destfile=" + data + ",classdumpdir=" + classes;
      Run run = place.equals("vm") ? rig.onVm("java:" + agent) : rig.onHotSpotWithJavaAgent(agent);
      assertThat(run.exit()).as("%s", run.lines()).isZero();
      Path report = folder.resolve("jacoco." + place + ".xml");
      Process cli =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-jar",
                  jar("org.jacoco.cli-nodeps.jar").toString(),
                  "report",
                  data.toString(),
                  "--classfiles",
                  classes.toString(),
                  "--xml",
                  report.toString())
              .redirectErrorStream(true)
              .start();
      String out = new String(cli.getInputStream().readAllBytes());
      assertThat(cli.waitFor()).as(out).isZero();
      lines.add(covered(Files.readString(report)));
    }
    assertThat(lines.getFirst()).hasSizeGreaterThan(40).isEqualTo(lines.getLast());
  }

  /**
   * Of each line whether it has run. Whether all of its instructions have is not compared: for a
   * synchronized method and an enum the class file that runs has others than javac's.
   */
  private static Map<Integer, Boolean> covered(String xml) {
    Map<Integer, Boolean> covered = new TreeMap<>();
    Pattern.compile("<line nr=\"(\\d+)\" mi=\"\\d+\" ci=\"(\\d+)\"")
        .matcher(xml)
        .results()
        .forEach(each -> covered.put(Integer.valueOf(each.group(1)), !each.group(2).equals("0")));
    return covered;
  }
}
