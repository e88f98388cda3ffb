package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an agent's start to its end. */
@FullTier("starts a process for each way to load an agent")
@NeedsPeer(Peer.GCC)
class AgentLifecycleTest {
  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Subject");
  }

  @Test
  void anAgentIsToldOfThePhasesInTheirOrder() throws IOException, InterruptedException {
    String agent = rig.agent("lifecycle");

    Run run = rig.onVm(agent + "=some,options");

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.of("options")).containsExactly("'some,options'");
    assertThat(run.of("event"))
        .containsExactly(
            "VMStart 6 -",
            "VMInit 4 main",
            "ThreadStart 4 main",
            "ThreadStart 4 worker",
            "ThreadEnd 4 worker",
            "ThreadEnd 4 main",
            "VMDeath 4 -");
    assertThat(run.lines()).endsWith("unloaded");
  }

  @Test
  void beforeTheProgramBeginsTheSpecificationsErrorsAreGiven()
      throws IOException, InterruptedException {
    Run run = rig.onVm(rig.agent("lifecycle"));

    assertThat(run.lines())
        .contains(
            "options none",
            "jvmti 0",
            "wrong -3",
            "without capability 99",
            "no event 102",
            "too early 112",
            "null 100",
            "phase 1",
            "set property 0",
            "property hello",
            "capabilities 0",
            "debugger 11111",
            "boot 112",
            "program property hello");
    assertThat(run.of("enabled")).containsOnly("0");
    assertThat(run.lines())
        .filteredOn(each -> each.contains("property"))
        .isEqualTo(
            rig.onHotSpot(rig.agent("lifecycle")).lines().stream()
                .filter(each -> each.contains("property"))
                .toList())
        .contains("new property 98", "fixed property 98");
  }

  @Test
  void optionsThatAreEmptyAreNotMissing() throws IOException, InterruptedException {
    String agent = rig.agent("lifecycle");

    assertThat(rig.onVm(agent + "=").of("options"))
        .isEqualTo(rig.onHotSpot(agent + "=").of("options"))
        .containsExactly("''");
  }

  @Test
  void anAgentSeesTheProgramsThreadsAndClasses() throws IOException, InterruptedException {
    Run run = rig.onVm(rig.agent("lifecycle"));

    assertThat(run.of("thread"))
        .contains("main", "Finalizer")
        .doesNotHaveDuplicates()
        .noneMatch(name -> name.contains("exscope"));
    assertThat(run.of("found")).containsExactly("LSubject;", "none");
    assertThat(run.of("pending")).containsExactly("1");
    assertThat(run.of("second")).containsExactly("4");
  }

  @Test
  void agentsAreLoadedInTheirOrder() throws IOException, InterruptedException {
    String agent = rig.agent("lifecycle");

    Run run = rig.onVm(agent + "=first", "name:lifecycle=second");

    assertThat(run.of("options")).containsExactly("'first'", "'second'");
    assertThat(run.of("event").stream().filter(each -> each.startsWith("VMInit"))).hasSize(2);
  }

  @Test
  void anAgentThatRefusesEndsTheRun() throws IOException, InterruptedException {
    String agent = rig.agent("lifecycle");

    Run run = rig.onVm(agent + "=refuse");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.lines())
        .endsWith("refused: the agent has refused, " + agent + "; its Agent_OnLoad has returned 7");
    assertThat(run.of("program")).isEmpty();
  }

  @Test
  void whatIsNoAgentIsSaidToBeNone() throws IOException {
    Path text = Files.writeString(folder.resolve("text.so"), "no library");

    assertThat(rig.onVm(folder + "/none.so").lines())
        .endsWith("refused: no agent library, " + folder + "/none.so; specify the path of a file");
    Path part = Files.write(folder.resolve("part.so"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
    assertThat(rig.onVm(text.toString()).lines())
        .endsWith("refused: no agent library, " + text + "; it is not a shared library");
    assertThat(rig.onVm(part.toString()).lines())
        .endsWith(
            "refused: the agent library cannot be loaded, "
                + part
                + "; it must be a shared library for this machine, and what it needs be found");
    assertThat(rig.onVm("name:none").lines())
        .endsWith(
            "refused: the agent library cannot be loaded, none; specify its path with --agentpath");
    Path other = AgentRig.jdkLibrary("verify");
    assertThat(rig.onVm(other.toString()).lines())
        .endsWith("refused: no agent, " + other + "; it has no function Agent_OnLoad");
  }
}
