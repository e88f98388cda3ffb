package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registers that hold zero: dex code does not say of which type. */
@NeedsPeer(Peer.GCC)
class ZerosTest {
  private static Run run(Path folder, CompilationMode mode, boolean isOnVm)
      throws IOException, InterruptedException, CompilationFailedException {
    var rig = new AgentRig(folder, "Zeros", mode);
    return isOnVm ? rig.onVm(rig.agent("zeros")) : rig.onHotSpot(rig.agent("zeros"));
  }

  @Test
  void aVariableIsReadAndSetAsItsType(@TempDir Path folder) throws Exception {
    Run onVm = run(folder, CompilationMode.DEBUG, true);
    Run onHotSpot = run(folder, CompilationMode.DEBUG, false);

    assertThat(onVm.of("program")).containsExactly("1 set true", "true 1 2 3.5 4.5", "set list");
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
    // HotSpot finds no slot (35) for two of the words that are no type of the variable's.
    assertThat(onVm.of("read"))
        .containsExactlyInAnyOrderElementsOf(
            onHotSpot.of("read").stream().map(line -> line.replace("35", "34")).toList())
        .contains("count I L 34 I 0 J 34 F 34 D 34", "list [I L 0 I 34 J 34 F 34 D 34");
    assertThat(onVm.of("written"))
        .containsExactlyInAnyOrderElementsOf(
            onHotSpot.of("written").stream().map(line -> line.replace("35", "34")).toList());
  }

  /** ART and HotSpot tell numbers by their sizes where debug info names no variables. */
  @Test
  void aRegisterWithoutANameIsReadAsAnyTypeOfItsSize(@TempDir Path folder) throws Exception {
    Run onVm = run(folder, CompilationMode.RELEASE, true);

    assertThat(onVm.of("parameter")).containsExactly("0 7 0");
  }
}
