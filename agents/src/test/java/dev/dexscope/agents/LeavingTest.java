package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an agent that is told of calls takes frames away, and what exceptions look like to it. */
@NeedsPeer(Peer.GCC)
class LeavingTest {
  @Test
  void methodsAreLeftAsOnHotSpot(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Leaving");

    Run onVm = rig.onVm(rig.agent("leaving"));
    Run onHotSpot = rig.onHotSpot(rig.agent("leaving"));

    assertThat(onVm.of("taken")).containsExactly("0 0", "1 0");
    assertThat(onVm.of("framePop")).hasSize(3);
    assertThat(onVm.of("dispatcher")).containsExactly("13 13");
    assertThat(onVm.lines()).isEqualTo(onHotSpot.lines());
  }

  /** Another agent is told of calls by hooks, which see the same exceptions. */
  @Test
  void exceptionsGoThroughHooks(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Leaving");

    Run onVm = rig.onVm(rig.agent("calls"), rig.agent("leaving"));
    Run onHotSpot = rig.onHotSpot(rig.agent("leaving"));

    assertThat(onVm.of("thrown")).isEqualTo(onHotSpot.of("thrown")).isNotEmpty();
    assertThat(onVm.of("catches")).isEqualTo(onHotSpot.of("catches")).isNotEmpty();
  }
}
