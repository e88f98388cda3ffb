package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events about the JVM's resources: those that come straight from HotSpot. */
@NeedsPeer(Peer.GCC)
class ResourceEventsTest {
  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Resources");
    onVm = rig.onVm(rig.agent("resources"));
    onHotSpot = rig.onHotSpot(rig.agent("resources"));
  }

  private static void isAsOnHotSpot(String what, String... expected) {
    assertThat(onVm.exit()).as("%s", onVm.lines()).isZero();
    assertThat(onVm.of(what))
        .as("%s", onVm.lines())
        .isEqualTo(onHotSpot.of(what))
        .containsExactly(expected);
  }

  @Test
  void allEventsAreToBeHad() {
    assertThat(onVm.of("asked")).containsExactly("0");
    assertThat(onVm.of("enabled")).hasSize(9).containsOnly("0");
  }

  @Test
  void anArrayWithoutRoomIsResourceExhausted() {
    isAsOnHotSpot("exhausted", "1 Requested array size exceeds VM limit");
    assertThat(onVm.of("program")).isEqualTo(onHotSpot.of("program"));
  }

  @Test
  void virtualThreadsStartAndEnd() {
    isAsOnHotSpot("virtual", "start 1", "end 1");
  }

  @Test
  void aSignalIsADataDumpRequest() {
    isAsOnHotSpot("dumped", "1");
  }

  @Test
  void theInterpreterIsGeneratedBeforeTheProgramBegins() {
    isAsOnHotSpot("interpreters", "1");
  }

  @Test
  void aClassThatGoesTakesItsCompiledMethodsAlong() {
    isAsOnHotSpot("unloaded", "1");
  }
}
