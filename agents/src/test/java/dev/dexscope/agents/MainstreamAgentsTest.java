package dev.dexscope.agents;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
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

  private static Path jar(String artifact) throws IOException {
    return Peer.AGENTS.jar(artifact);
  }

  /** Compiles classes of an agent against jars, and packs them with these on their class path. */
  private static Path agent(String name, String premainClass, String source, String... artifacts)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name));
    List<Path> path = new ArrayList<>();
    for (String each : artifacts) {
      path.add(jar(each));
    }
    String jars = path.stream().map(Path::toString).collect(joining(File.pathSeparator));
    TestCompiler.javac(
        "-nowarn",
        "-g",
        "--release",
        "11",
        "-cp",
        jars + File.pathSeparator + folder,
        "-d",
        classes.toString(),
        "src/test/resources/agents/" + source);
    Path agent = folder.resolve(name + ".jar");
    TestCompiler.jar(
        agent,
        Map.of(
            "Class-Path",
            path.stream().map(each -> each.toUri().toString()).collect(joining(" ")),
            "Premain-Class",
            premainClass,
            "Agent-Class",
            premainClass,
            "Can-Retransform-Classes",
            "true",
            "Can-Redefine-Classes",
            "true"),
        TestCompiler.classesIn(classes));
    return agent;
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
    Path agent = agent("buddy", "Buddy", "Buddy.java", "byte-buddy");

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
        // AspectJ's own line about a class path entry that is a dex file.
        .filter(each -> !each.startsWith("CLASSPATH component "))
        .toList();
  }

  @Test
  void openTelemetrysSpans() throws IOException {
    List<Run> runs =
        runs(
            jar("opentelemetry-javaagent").toString(),
            "otel.traces.exporter=console",
            "otel.metrics.exporter=none",
            "otel.logs.exporter=none",
            "otel.instrumentation.methods.include="
                + "Orders$Reversing[handle,reversed];Orders$Store[add,kind,name]");

    String span = "(?<=LoggingSpanExporter - ')[^']+";
    assertThat(matches(runs.getFirst(), span)).hasSize(12).isEqualTo(matches(runs.getLast(), span));
  }

  @Test
  void datadogsSpans() throws IOException {
    List<Run> runs =
        runs(
            jar("dd-java-agent").toString(),
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
      String agent = jar("org.jacoco.agent") + "=destfile=" + data + ",classdumpdir=" + classes;
      Run run = place.equals("vm") ? rig.onVm("java:" + agent) : rig.onHotSpotWithJavaAgent(agent);
      assertThat(run.exit()).as("%s", run.lines()).isZero();
      Path report = folder.resolve("jacoco." + place + ".xml");
      Process cli =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-jar",
                  jar("org.jacoco.cli").toString(),
                  "report",
                  data.toString(),
                  "--classfiles",
                  classes.toString(),
                  "--xml",
                  report.toString())
              .redirectErrorStream(true)
              .start();
      String out = new String(cli.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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

  @Test
  void bytemansRules() throws IOException {
    Path rules = folder.resolve("rules.btm");
    Files.writeString(
        rules,
        """
        RULE enter
        CLASS Orders$Reversing
        METHOD handle
        AT ENTRY
        IF true
        DO traceln("rule enter " + $1 + " " + $0.served)
        ENDRULE
        RULE exit
        CLASS Orders$Store
        METHOD add
        AT EXIT
        IF $! > 1
        DO traceln("rule exit " + $!)
        ENDRULE
        RULE thrown
        CLASS ^Orders$Handler
        METHOD handle
        AT EXCEPTION EXIT
        IF true
        DO traceln("rule thrown " + $^)
        ENDRULE
        """);

    List<Run> runs = runs(jar("byteman") + "=script:" + rules);

    assertThat(runs.getFirst().of("rule")).hasSize(6).isEqualTo(runs.getLast().of("rule"));
  }

  @Test
  void intellijsAndKoversLines() throws Exception {
    for (String artifact : List.of("intellij-coverage-agent", "kover-jvm-agent")) {
      List<Map<String, Map<Integer, Integer>>> hits = new ArrayList<>();
      for (String place : List.of("vm", "hotspot")) {
        Path data = folder.resolve(artifact + "." + place);
        String options = data + ",true,false,false,false,Orders.*";
        if (artifact.startsWith("kover")) {
          Path arguments = folder.resolve(artifact + ".arguments." + place);
          Files.writeString(arguments, "report.file=" + data + "\n");
          options = "file:" + arguments;
        }
        String agent = jar(artifact) + "=" + options;
        Run run =
            place.equals("vm") ? rig.onVm("java:" + agent) : rig.onHotSpotWithJavaAgent(agent);
        assertThat(run.exit()).as("%s", run.lines()).isZero();
        hits.add(hits(jar(artifact), data));
      }
      // Without the classes that D8 has added, and lines that javac gives no instruction.
      Map<String, Map<Integer, Integer>> onHotSpot = hits.getLast();
      hits.getFirst().keySet().retainAll(onHotSpot.keySet());
      hits.getFirst()
          .forEach((type, lines) ->
              lines.keySet().retainAll(onHotSpot.getOrDefault(type, Map.of()).keySet()));
      assertThat(hits.getFirst().get("Orders$Store")).as(artifact).hasSizeGreaterThan(10);
      assertThat(hits.getFirst()).as(artifact).isEqualTo(hits.getLast());
    }
  }

  /** How often each line of each class has run, by the agent's own reader. */
  private static Map<String, Map<Integer, Integer>> hits(Path agent, Path data) throws Exception {
    Map<String, Map<Integer, Integer>> hits = new TreeMap<>();
    try (var loader = new URLClassLoader(new URL[] {agent.toUri().toURL()})) {
      Object project =
          loader
              .loadClass("com.intellij.rt.coverage.util.ProjectDataLoader")
              .getMethod("load", File.class)
              .invoke(null, data.toFile());
      Map<?, ?> classes = (Map<?, ?>) got(project, "getClasses");
      for (Object type : classes.values()) {
        Map<Integer, Integer> lines = new TreeMap<>();
        if (found(type, "getLines") instanceof Object[] all) {
          for (Object each : all) {
            if (each != null) {
              lines.put((Integer) got(each, "getLineNumber"), (Integer) got(each, "getHits"));
            }
          }
        }
        hits.put((String) got(type, "getName"), lines);
      }
    }
    return hits;
  }

  private static Object got(Object of, String getter) throws ReflectiveOperationException {
    return Objects.requireNonNull(found(of, getter));
  }

  private static @Nullable Object found(Object of, String getter)
      throws ReflectiveOperationException {
    return of.getClass().getMethod(getter).invoke(of);
  }

  @Test
  void aspectJsWeaving() throws IOException {
    Path agent = agent("aspects", "Aspects$Start", "Aspects.java", "aspectjweaver");
    Path configuration = folder.resolve("aop.xml");
    Files.writeString(
        configuration,
        """
        <aspectj>
          <aspects><aspect name="Aspects"/></aspects>
          <weaver><include within="Orders..*"/><include within="Orders"/><include within="Aspects"/></weaver>
        </aspectj>
        """);

    List<Run> runs = runs(agent + "=" + configuration.toUri());

    Run onVm = runs.getFirst();
    assertThat(onVm.of("around"))
        .as("%s", runs)
        .containsExactly("handle abc", "handle bad1", "handle xyz");
    assertThat(onVm.of("call")).hasSize(2);
    assertThat(shown(onVm)).isEqualTo(shown(runs.getLast()));
  }

  @Test
  void mockitosInlineMocks() throws IOException, CompilationFailedException {
    Path agent =
        agent(
            "mocks",
            "org.mockito.internal.PremainAttach",
            "Mocks.java",
            "mockito-core",
            "byte-buddy",
            "byte-buddy-agent",
            "objenesis");
    // The program and the agent's libraries: Mockito is on a JVM's class path, too.
    Path program = Files.createDirectory(folder.resolve("mocking"));
    TestCompiler.d8(TestCompiler.classesIn(folder.resolve("mocks")), 28, program);

    Run onVm = rig.of(program, "Mocks").onVm("java:" + agent);
    Run onHotSpot =
        rig.of(folder.resolve("mocks"), "Mocks").onHotSpotWithJavaAgent(agent.toString());

    assertThat(onVm.of("mock")).hasSize(8);
    assertThat(onVm.of("mock")).isEqualTo(onHotSpot.of("mock"));
  }

  @Test
  void byteBuddyComesToARunningProgram() throws Exception {
    Path agent = agent("late", "Late", "Late.java", "byte-buddy");
    Path place = Files.createDirectory(folder.resolve("waiting"));
    Process program = new AgentRig(place, "Waiting").startOnVm();
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      RunningProgram.attach(String.valueOf(program.pid()), AgentOption.path(agent + "=now"));
      program.getOutputStream().write('\n');
      program.getOutputStream().close();
      assertThat(out.lines().filter(each -> !each.startsWith("WARNING: ")))
          .containsExactly("came now", "transformed Waiting true", "enter late", "program done");
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void byteBuddyComesToVirtualThreadsAtWork() throws Exception {
    Path agent = agent("crowded", "Late", "Late.java", "byte-buddy");
    Path place = Files.createDirectory(folder.resolve("crowd"));
    Process program = new AgentRig(place, "Crowd", CompilationMode.DEBUG, 21).startOnVm();
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      // Whoever prints waits for a reader.
      CompletableFuture<List<String>> lines =
          CompletableFuture.supplyAsync(() -> out.lines().toList());
      RunningProgram.attach(String.valueOf(program.pid()), AgentOption.path(agent + "=now"));
      program.getOutputStream().write('\n');
      program.getOutputStream().close();
      assertThat(lines.get()).contains("came now", "transformed Crowd true", "enter late");
      assertThat(lines.get().getLast()).isEqualTo("program done true");
    } finally {
      program.destroyForcibly();
    }
  }

  /** As D8 does it for a release: registers of parameters have other values, too. */
  @Test
  void arthasWatchesAndTraces() throws Exception {
    Path place = Files.createDirectory(folder.resolve("arthas"));
    AgentRig factors = new AgentRig(place, "Factors", CompilationMode.RELEASE);
    Path packed = Peer.AGENTS.file("arthas-packaging", "zip");
    for (String each : List.of("arthas-agent.jar", "arthas-core.jar", "arthas-spy.jar")) {
      unpack(packed, each, place.resolve(each));
    }
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String agent =
        place.resolve("arthas-agent.jar")
            + "="
            + place.resolve("arthas-core.jar")
            + ";ip=127.0.0.1;telnetPort=-1;httpPort="
            + port;
    String home = "user.home=" + place;

    List<String> onVm =
        watchedAndTraced(factors.startOnVm("property:" + home, "java:" + agent), port);
    List<String> onHotSpot = watchedAndTraced(factors.startOnHotSpot(agent, home), port);

    assertThat(onVm).hasSizeGreaterThan(4).isEqualTo(onHotSpot);
  }

  private static void unpack(Path zip, String entry, Path target) throws IOException {
    try (var files = new ZipFile(zip.toFile())) {
      Files.copy(files.getInputStream(files.getEntry(entry)), target);
    }
  }

  private static List<String> watchedAndTraced(Process program, int port) throws Exception {
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.lines().anyMatch("ready"::equals)).isTrue();
      // A round of four calls, whichever is the first.
      List<String> shown =
          new ArrayList<>(
              inArthas(port, "watch Factors of {params,returnObj,throwExp} -x 2 -n 4", "value"));
      shown.sort(null);
      shown.addAll(inArthas(port, "trace Factors count -n 1 'params[0]==64'", "methodName"));
      program.getOutputStream().write('\n');
      program.getOutputStream().close();
      assertThat(out.lines()).contains("refused some true");
      return shown;
    } finally {
      program.destroyForcibly();
    }
  }

  /** The values of a key in the answer to a command. */
  private static List<String> inArthas(int port, String command, String key) throws Exception {
    String answer;
    do {
      answer = answer(port, command);
      // The calls of the command before may all have come while it still changed the class.
    } while (answer.contains("someone else is enhancing classes"));
    assertThat(answer).contains("\"" + key + "\"");
    // As on Android, a frame without a line has its address.
    answer = answer.replaceAll("Unknown Source:\\d+", "Unknown Source");
    return Pattern.compile("\"" + key + "\":\"((?:[^\"\\\\]|\\\\.)*)\"")
        .matcher(answer)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  private static String answer(int port, String command) throws IOException {
    var connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + "/api").toURL().openConnection();
    connection.setDoOutput(true);
    connection
        .getOutputStream()
        .write(
            ("{\"action\":\"exec\",\"command\":\"" + command + "\"}")
                .getBytes(StandardCharsets.UTF_8));
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Its stacks end with the program's main method, but for one mark in the place of the VM. */
  @Test
  void asyncProfilersStacks() throws IOException, CompilationFailedException {
    Path library = folder.resolve("libasyncProfiler.so");
    String machine = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    unpack(jar("async-profiler"), machine + "/libasyncProfiler.so", library);
    List<Set<String>> stacks = new ArrayList<>();
    for (String place : List.of("vm", "hotspot")) {
      Path profile = folder.resolve("profile." + place);
      String agent = library + "=start,event=itimer,interval=1ms,collapsed,file=" + profile;
      AgentRig spin = new AgentRig(Files.createDirectories(folder.resolve("spin")), "Spin");
      Run run = place.equals("vm") ? spin.onVm(agent) : spin.onHotSpot(agent);
      assertThat(run.exit()).as("%s", run.lines()).isZero();
      try (Stream<String> lines = Files.lines(profile)) {
        stacks.add(
            lines
                .map(each -> each.replaceFirst("^\\[break_interpreted];", ""))
                .map(each -> each.substring(0, each.lastIndexOf(' ')))
                .filter(each -> each.matches("(Spin\\.\\w+;?)+"))
                .collect(toSet()));
      }
    }
    assertThat(stacks.getFirst()).contains("Spin.main;Spin.outer;Spin.inner");
    assertThat(stacks.getLast()).contains("Spin.main;Spin.outer;Spin.inner");
  }
}
