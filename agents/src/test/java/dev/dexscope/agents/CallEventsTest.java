package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a native agent is told of the program's calls, by hooks here and by HotSpot's events. */
@FullTier("runs native agents in processes")
@NeedsPeer(Peer.GCC)
class CallEventsTest {
  @TempDir private static Path folder;
  private static AgentRig rig;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    rig = new AgentRig(folder, "Calls");
    onVm = rig.onVm(rig.agent("calls"));
    onHotSpot = rig.onHotSpot(rig.agent("calls"));
  }

  @Test
  void callsAreToldInTheirOrderWithThreadsValuesStacksAndLocals() {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.lines()).hasSizeGreaterThan(100);
    // HotSpot tells of the JDK's calls, too.
    assertThat(onHotSpot.of("platform")).containsExactly("calls");
    assertThat(onVm.lines())
        .isEqualTo(
            onHotSpot.lines().stream().filter(each -> !each.startsWith("platform ")).toList());
  }

  @Test
  void callsAreToldByHotSpotWhereThoseOfThePlatformAreWanted() throws Exception {
    Run all = rig.onVmWithPlatformCalls(rig.agent("calls"));

    assertThat(all.lines()).isEqualTo(onHotSpot.lines());
  }

  @Test
  void threadsEnvironmentsAndSwitchesAreObeyed() {
    assertThat(onVm.of("want")).startsWith("1 0 0 0", "1 1 0 0", "0 0 0 0", "0 1 0 0");
    assertThat(onVm.of("second"))
        .containsExactly("number main", "onOtherThread main", "number other", "number main");
    assertThat(onVm.of("counted")).containsExactly("10003");
  }
}
