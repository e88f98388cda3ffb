package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationMode;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GetStackTrace, which machine code answers once the methods of the frames are known. */
@FullTier("runs native agents in processes")
@NeedsPeer(Peer.GCC)
class StackTraceTest {
  @ParameterizedTest
  @EnumSource(CompilationMode.class)
  void agentsSeeTheSameFramesHoweverOftenTheyAsk(CompilationMode mode, @TempDir Path folder)
      throws Exception {
    var rig = new AgentRig(folder, "Stacked", mode);

    Run onVm = rig.onVm(rig.agent("stacks"));
    Run onHotSpot = rig.onHotSpot(rig.agent("stacks"));

    assertThat(onVm.of("wrong")).isEmpty();
    assertThat(onVm.of("frame")).isEqualTo(onHotSpot.of("frame")).hasSizeGreaterThan(2_000);
    assertThat(onVm.of("calls")).containsExactly("told");
    assertThat(onVm.exit()).isZero();
  }
}
