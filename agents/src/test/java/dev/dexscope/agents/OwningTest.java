package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsPeer(Peer.GCC)
class OwningTest {
  /**
   * Our frames are on top of the current thread's when Java looks at them, and what it was about to
   * throw is not lost.
   */
  @Test
  void locksOfTheCurrentThreadHaveTheirDepths(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Owning");

    Run onVm = rig.onVm(rig.agent("owning"));
    Run onHotSpot = rig.onHotSpot(rig.agent("owning"));

    assertThat(onVm.lines()).isEqualTo(onHotSpot.lines());
    assertThat(onVm.of("thrown")).startsWith("1", "0");
    assertThat(onVm.of("at")).contains("1 Ljava/lang/Object;", "2 LOwning;");
  }
}
