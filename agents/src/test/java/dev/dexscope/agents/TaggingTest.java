package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose tags are addresses follows those of its own, and no others. */
@NeedsPeer(Peer.GCC)
class TaggingTest {
  @Test
  void heapWalksTellOnlyTheAgentsOwnTags(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Subject");

    Run onVm = rig.onVm(rig.agent("tagging"));

    assertThat(onVm.lines()).isEqualTo(rig.onHotSpot(rig.agent("tagging")).lines());
    assertThat(onVm.lines())
        .contains(
            "without capability 99 99 99 99", "old 0 foreign 0", "new 0 foreign 0", "tagged 1");
  }
}
