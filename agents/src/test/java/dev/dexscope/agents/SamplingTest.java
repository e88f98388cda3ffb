package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A profiler that samples stacks by a thread of its own, with a lock that its callbacks want too.
 */
@FullTier("samples programs that run")
@NeedsPeer(Peer.GCC)
class SamplingTest {
  @Test
  void noEventHappensWithinAFunction(@TempDir Path folder)
      throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Busy");

    Run run = rig.onVm(rig.agent("sampling"));

    assertThat(run.of("within")).isEmpty();
    assertThat(run.of("wrong")).as("lines").isEmpty();
    assertThat(run.of("gone")).as("a thread that has ended").containsExactly("1 2 0");
    assertThat(run.of("sampled")).containsExactly("1 1");
    assertThat(run.exit()).as("%s", run.lines()).isZero();
    assertThat(rig.onHotSpot(rig.agent("sampling")).of("sampled")).containsExactly("1 1");
  }

  /** In a question of its own, or in a class's making, the thread has locks that others want. */
  @Test
  void threadsAreSuspendedWhereTheyHoldUpNoQuestion(@TempDir Path folder)
      throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Loading");

    Run run = rig.onVm(rig.agent("suspending"));

    assertThat(run.of("runs")).as("suspended").isEmpty();
    assertThat(run.of("suspended")).as("%s", run.lines()).containsExactly("1 1");
    assertThat(run.exit()).as("%s", run.lines()).isZero();
  }

  /** A stack that grows while it is read is read to its end all the same. */
  @Test
  void stacksOfRunningThreadsAreWhole(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Recursing");

    Run onVm = rig.onVm(rig.agent("bottoms"));

    assertThat(onVm.lines())
        .isEqualTo(rig.onHotSpot(rig.agent("bottoms")).lines())
        .containsExactly("wrong 0");
  }
}
