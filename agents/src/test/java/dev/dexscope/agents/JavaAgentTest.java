package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.TestCompiler;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents of {@code java.lang.instrument} on dex code. */
class JavaAgentTest {
  @TempDir private static Path folder;
  @TempDir private static Path classes;
  private static AgentRig rig;
  private static Path agent;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Subject");
    int errors =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-d",
                classes.toString(),
                "src/test/resources/agents/Rewriter.java",
                "src/test/resources/agents/Choosing.java",
                "src/test/resources/agents/Apart.java");
    assertThat(errors).isZero();
    agent = jar("rewriter.jar", "Rewriter");
  }

  private static Path jar(String name, String premainClass) throws IOException {
    Path jar = folder.resolve(name);
    TestCompiler.jar(
        jar,
        Map.of(
            "Premain-Class",
            premainClass,
            "Agent-Class",
            premainClass,
            "Can-Retransform-Classes",
            "true"),
        TestCompiler.classesIn(classes));
    return jar;
  }

  @Test
  void anAgentChangesTheClassFileOfADexClass() {
    Run run = rig.onVm("java:" + agent + "=some");

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.of("options")).containsExactly("some");
    // "subject bottom" has 14 letters.
    assertThat(run.of("program")).contains("depth 23 10");
    assertThat(run.of("ours")).isEmpty();
    assertThat(run.of("source"))
        .singleElement()
        .asString()
        .startsWith("file:/")
        .endsWith("/classes.dex");
    // As on a JVM whose class path has the agent and the program, and nothing else.
    assertThat(run.of("resource")).containsExactly("true");
    assertThat(run.of("resources")).containsExactly("true true true");
    assertThat(run.of("system")).containsExactly("true");
    assertThat(run.of("context")).containsExactly("true");
    assertThat(run.of("parent")).containsExactly("true", "true");
    assertThat(run.of("supported")).containsExactly("true true true");
    assertThat(run.of("hidden")).containsExactly("true true");
  }

  @Test
  void anAgentThatComesLaterChangesWhatIsLoaded(@TempDir Path place)
      throws IOException, InterruptedException, CompilationFailedException {
    Process program = new AgentRig(place, "Waiting").startOnVm();
    String pid = String.valueOf(program.pid());
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      RunningProgram.attach(pid, AgentOption.path(agent + "=some"));
      assertThatExceptionOfType(AgentException.class)
          .isThrownBy(() -> RunningProgram.attach(pid, AgentOption.path(agent + "=fail")))
          .withMessageContaining("the agent has failed")
          .withMessageContaining("as asked for");
      program.getOutputStream().write('\n');
      program.getOutputStream().close();
      List<String> lines = out.lines().toList();
      assertThat(lines)
          .hasSize(6)
          .startsWith("came some", "came fail", "java.lang.IllegalStateException: as asked for")
          .endsWith("late was called", "program done");
      assertThat(lines.get(3)).contains("Rewriter.agentmain(Rewriter.java:");
    } finally {
      program.destroyForcibly();
    }
  }

  /** Their stack maps, which are made anew, need what the classes extend. */
  @Test
  void codeInWhichClassesMeetIsChangedToo(@TempDir Path place)
      throws IOException, CompilationFailedException {
    AgentRig shapes = new AgentRig(place, "Shapes");
    String choosing = jar("choosing.jar", "Choosing").toString();

    Run run = shapes.onVm("java:" + choosing);

    assertThat(run.of("way")).containsExactly("left", "right");
    assertThat(run.of("own")).containsExactly("true", "true");
    assertThat(run.of("frame")).contains("Choosing").noneMatch(each -> each.contains("dexscope"));
    assertThat(run.of("loads")).containsExactly("Shapes$Circle", "Shapes$Circle");
    Run onHotSpot = shapes.onHotSpotWithJavaAgent(choosing);
    for (String each : List.of("way", "own", "loads", "picked")) {
      assertThat(run.of(each)).as(each).isEqualTo(onHotSpot.of(each));
    }
  }

  @Test
  void codeInLoadersOfAgentsDoesNotSeeTheVm() throws IOException {
    Path apart = jar("apart.jar", "Apart");

    Run run = rig.onVm("java:" + apart + "=" + apart);
    Run onHotSpot = rig.onHotSpotWithJavaAgent(apart + "=" + apart);

    assertThat(run.of("apart"))
        .as("%s", run.lines())
        .hasSizeGreaterThan(14)
        .isEqualTo(onHotSpot.of("apart"));
  }

  @Test
  void aProgramThatEndsMeanwhileIsReported(@TempDir Path place)
      throws IOException, CompilationFailedException {
    Process program = new AgentRig(place, "Waiting").startOnVm();
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      assertThatExceptionOfType(AgentException.class)
          .isThrownBy(() ->
              RunningProgram.attach(
                  String.valueOf(program.pid()), AgentOption.path(agent + "=halt")))
          .withMessage(
              "the program has ended while the agent was loaded, process " + program.pid());
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void whatIsNoAgentIsSaidToBeNone() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");

    assertThat(rig.onVm("java:" + agent + "=fail").lines())
        .endsWith(
            "refused: the agent has failed, "
                + agent
                + "; java.lang.IllegalStateException: as asked for");
    assertThat(rig.onVm("java:" + folder + "/none.jar").lines())
        .containsExactly("refused: no agent, " + folder + "/none.jar; specify the path of a jar");
    assertThat(rig.onVm("java:" + text).lines())
        .containsExactly("refused: no agent, " + text + "; it is not a jar");
    assertThat(rig.onVm("java:" + jar("other.jar", "NoSuchClass")).lines())
        .last()
        .asString()
        .contains("the agent cannot be started", "NoSuchClass");
  }
}
