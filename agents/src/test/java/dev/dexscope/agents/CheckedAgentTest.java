package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of agents that misuse the interface. */
@NeedsPeer(Peer.GCC)
class CheckedAgentTest {
  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Subject");
  }

  @Test
  void callsThatFailAreTold() throws IOException, InterruptedException {
    Run run = rig.onVmChecked(rig.agent("careless"));

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("dexscope: "))
        .containsExactly(
            "dexscope: an agent's call of SetEventNotificationMode has failed,"
                + " JVMTI_ERROR_MUST_POSSESS_CAPABILITY (99), on thread main",
            "dexscope: an agent's call of GetFrameCount has failed,"
                + " JVMTI_ERROR_NULL_POINTER (100), on thread main",
            "dexscope: an agent's call of GetMaxLocals has failed,"
                + " JVMTI_ERROR_NULL_POINTER (100), on thread main",
            "dexscope: an agent's call of GetThreadState has failed,"
                + " JVMTI_ERROR_NULL_POINTER (100), on thread main");
    assertThat(run.lines()).anyMatch(line -> line.startsWith("WARNING in native method: JNI call"));
  }

  @Test
  void nothingIsSaidOfThoseThatDoNot() throws IOException, InterruptedException {
    Run run = rig.onVmChecked(rig.agent("reserving") + "=all");

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(run.lines())
        .noneMatch(line -> line.startsWith("dexscope: ") || line.startsWith("WARNING in native"));
  }

  @Test
  void withoutTheOptionNothingIsSaid() throws IOException, InterruptedException {
    assertThat(rig.onVm(rig.agent("careless")).lines())
        .contains("over")
        .noneMatch(line -> line.startsWith("dexscope: "));
  }
}
