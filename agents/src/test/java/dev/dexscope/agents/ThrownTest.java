package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsPeer(Peer.GCC)
class ThrownTest {
  /** What code of the VM's throws on behalf of the platform comes to the program as any other. */
  @Test
  void agentsAreToldOfAllExceptionsThatComeToTheProgram(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Thrower");

    Run onVm = rig.onVm(rig.agent("throwing"));
    Run onHotSpot = rig.onHotSpot(rig.agent("throwing"));

    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program")).hasSize(14);
    assertThat(onVm.of("thrown")).isEqualTo(onHotSpot.of("thrown")).hasSize(14);
    assertThat(onVm.of("through")).isEqualTo(onHotSpot.of("through")).isNotEmpty();
    // That reflection of the JDK's catches, too, is a matter of its own.
    assertThat(onVm.of("caught"))
        .isEqualTo(
            onHotSpot.of("caught").stream()
                .filter(caught -> !caught.contains(" by Ljdk/internal/reflect/"))
                .toList())
        .isNotEmpty();
    assertThat(onVm.of("ours")).isEmpty();
  }

  /** Another agent is told of calls: hooks in the methods catch all, and throw it again. */
  @Test
  void hooksOfCallsCatchNothing(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Thrower");

    Run onVm = rig.onVm(rig.agent("calls"), rig.agent("throwing"));
    Run onHotSpot = rig.onHotSpot(rig.agent("throwing"));

    assertThat(onVm.of("thrown")).isEqualTo(onHotSpot.of("thrown")).hasSize(14);
    assertThat(onVm.of("through")).isEqualTo(onHotSpot.of("through"));
  }
}
