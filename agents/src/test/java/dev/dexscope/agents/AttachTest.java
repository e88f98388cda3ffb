package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that come to a program that runs. */
@NeedsPeer(Peer.GCC)
class AttachTest {
  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Waiting");
  }

  /** What the program prints when something has been done to it while it waited. */
  private static List<String> linesOf(Attaching attaching)
      throws IOException, InterruptedException {
    Process program = rig.startOnVm();
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      attaching.attach(String.valueOf(program.pid()));
      program.getOutputStream().write('\n');
      program.getOutputStream().close();
      return out.lines().toList();
    } finally {
      program.destroyForcibly();
    }
  }

  private interface Attaching {
    void attach(String pid) throws IOException, InterruptedException;
  }

  @Test
  void anAgentSeesTheProgramFromThenOn() throws IOException, InterruptedException {
    assertSeesTheProgram("hello");
  }

  /** As on HotSpot: an agent may look for classes that are not there. */
  @Test
  void anExceptionThatAnAgentLeavesIsDropped() throws IOException, InterruptedException {
    assertSeesTheProgram("pending");
  }

  private void assertSeesTheProgram(String options) throws IOException, InterruptedException {
    String agent = rig.agent("attached");

    assertThat(linesOf(pid -> RunningProgram.attach(pid, AgentOption.path(agent + "=" + options))))
        .containsExactly(
            "attached 4 '" + options + "' 1",
            "capability 0",
            "started late",
            "program done",
            "died",
            "unloaded");
  }

  @Test
  void whatCannotBeAttachedIsSaid() throws IOException, InterruptedException {
    String agent = rig.agent("attached");
    String other = rig.agent("lifecycle");

    assertThat(
            linesOf(pid -> {
              refused(pid, folder + "/none.so", "no agent library, ");
              refused(pid, other, "it has no function Agent_OnAttach");
              refused(pid, agent + "=refuse", "its Agent_OnAttach has returned 3");
            }))
        .contains("program done");
    refused(String.valueOf(ProcessHandle.current().pid()), agent, "no program of dexscope run");
    refused("none", agent, "no program of dexscope run, process none");
  }

  private static void refused(String pid, String agent, String why) {
    assertThatThrownBy(() -> RunningProgram.attach(pid, AgentOption.path(agent)))
        .isInstanceOf(AgentException.class)
        .hasMessageContaining(why);
  }
}
