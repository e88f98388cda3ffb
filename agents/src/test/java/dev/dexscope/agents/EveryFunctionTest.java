package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every function of the interface, called here and on HotSpot, with good and with bad arguments.
 */
@NeedsPeer(Peer.GCC)
class EveryFunctionTest {
  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Subject");
    onVm = rig.onVm(rig.agent("functions"));
    onHotSpot = rig.onHotSpot(rig.agent("functions"));
  }

  @Test
  void allOfThemAreCalled() {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.of("call").stream().map(each -> each.split(" ")[0]))
        .containsAll(Arrays.stream(Function.values()).map(Function::specifiedName).toList());
  }

  @Test
  void theirResultsAreHotSpots() {
    assertThat(onVm.of("call")).isEqualTo(onHotSpot.of("call"));
  }

  @Test
  void whatTheySayIsWhatHotSpotSays() {
    // Dex files have a class's static fields first.
    List<String> values =
        onHotSpot.of("value").stream()
            .map(each -> each.replace("field watched", "field name"))
            .map(each -> each.replace("field modifiers 8", "field modifiers 18"))
            .toList();
    assertThat(onVm.of("value")).isEqualTo(values);
    assertThat(onVm.of("group")).containsAll(onHotSpot.of("group")).doesNotHaveDuplicates();
  }
}
