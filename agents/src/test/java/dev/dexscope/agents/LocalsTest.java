package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables have their values for as long as debug info names them, whether code reads them. */
@FullTier("runs native agents in processes")
@NeedsPeer(Peer.GCC)
class LocalsTest {
  @Test
  void variablesKeepTheirValuesAsOnHotSpot(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Locals");

    Run onVm = rig.onVm(rig.agent("locals"));
    Run onHotSpot = rig.onHotSpot(rig.agent("locals"));

    // The tables are in different orders.
    assertThat(onVm.lines()).containsExactlyInAnyOrderElementsOf(onHotSpot.lines());
    assertThat(onVm.of("called"))
        .contains("constants twice 0 7.000000", "assigned second 0 2 as float 34");
    assertThat(onVm.of("told")).containsExactly("4711 1.5 set");
    assertThat(onVm.of("left")).contains("constants wide 0 22", "read single 0 6.000000");
  }
}
