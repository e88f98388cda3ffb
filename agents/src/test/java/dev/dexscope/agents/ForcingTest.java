package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an agent has a method return is kept, whatever the agent asks for before its callback ends.
 */
@NeedsPeer(Peer.GCC)
class ForcingTest {
  @Test
  void whatIsForcedIsReturned(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Forced");

    Run onVm = rig.onVm(rig.agent("forcing"));

    assertThat(onVm.of("program"))
        .as("%s", onVm.lines())
        .hasSize(14)
        .allMatch(line -> line.endsWith(" -4711 81985529216486895 1.5 -2.25 forced forced"));
    assertThat(onVm.lines()).isEqualTo(rig.onHotSpot(rig.agent("forcing")).lines());
  }
}
