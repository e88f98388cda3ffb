package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that replaces functions of JNI is called by the program, and not by the VM. */
@NeedsPeer(Peer.GCC)
class CallingTest {
  @Test
  void onlyTheProgramsCallsAreSeen(@TempDir Path folder) throws Exception {
    var rig = new AgentRig(folder, "Calling");

    Run onVm = rig.onVm(rig.agent("calling"));

    assertThat(onVm.lines()).isEqualTo(rig.onHotSpot(rig.agent("calling")).lines());
    assertThat(onVm.of("program"))
        .containsExactly(
            "1 calls of FindClass, error 0, table as it was set 1, 1, table as it was 1");
  }
}
