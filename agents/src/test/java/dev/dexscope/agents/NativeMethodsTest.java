package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose native methods are in the library of an agent. */
@NeedsPeer(Peer.GCC)
class NativeMethodsTest {
  @TempDir private static Path folder;

  @Test
  void theyAreFoundAsOnHotSpot() throws Exception {
    var rig = new AgentRig(folder, "Native");

    Run onHotSpot = rig.onHotSpot(rig.agent("natives"));
    Run onVm = rig.onVm(rig.agent("natives"));

    assertThat(onVm.of("program"))
        .as("%s", onVm.lines())
        .isEqualTo(onHotSpot.of("program"))
        .containsExactly("2 two nothing", "nowhere");
    assertThat(onVm.of("bound")).containsExactlyInAnyOrderElementsOf(onHotSpot.of("bound"));
  }

  @Test
  void theFirstAgentsIsTaken() throws Exception {
    var rig = new AgentRig(folder, "Native");
    String[] agents = {rig.agent("natives"), rig.agent("others")};

    assertThat(rig.onVm(agents).of("program"))
        .isEqualTo(rig.onHotSpot(agents).of("program"))
        .first()
        .isEqualTo("2 two nothing");
  }
}
