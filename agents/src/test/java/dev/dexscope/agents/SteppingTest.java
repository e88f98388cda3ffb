package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsPeer(Peer.GCC)
@FullTier("steps through programs twice")
class SteppingTest {
  /** Those of the platform reach the agent without Java, once their methods are known. */
  @Test
  void stepsGoThroughTheProgramAndThePlatformAsOnHotSpot(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Stepping");

    Run onVm = rig.onVm(rig.agent("stepping"));
    Run onHotSpot = rig.onHotSpot(rig.agent("stepping"));

    assertThat(onVm.lines()).isEqualTo(onHotSpot.lines()).contains("sum 10");
    assertThat(onVm.of("platform")).hasSizeGreaterThan(50);
  }
}
