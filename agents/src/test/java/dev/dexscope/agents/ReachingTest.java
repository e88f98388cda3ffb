package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent follows the references of an object: it is told of no roots, nor of what is ours. */
@NeedsPeer(Peer.GCC)
class ReachingTest {
  @TempDir private static Path folder;
  private static Run onVm;
  private static Run onHotSpot;

  @BeforeAll
  static void run() throws IOException, CompilationFailedException, InterruptedException {
    var rig = new AgentRig(folder, "Reaching");
    onVm = rig.onVm(rig.agent("reaching"));
    onHotSpot = rig.onHotSpot(rig.agent("reaching"));
  }

  @Test
  void whatIsToldHangsOnTheObject() {
    assertThat(onVm.of("told")).as("%s", onVm.lines()).isEqualTo(onHotSpot.of("told")).hasSize(16);
    assertThat(onVm.of("told")).allMatch(each -> each.endsWith("roots 0 unseen 0 foreign 0"));
  }

  /** Objects of the platform alone lead to the class loader of the JVM's application. */
  @Test
  void whatIsFoundIsAsOnHotSpot() {
    assertThat(ofProgram(onVm)).isEqualTo(ofProgram(onHotSpot)).hasSize(10).contains("new node 4");
  }

  private static List<String> ofProgram(Run run) {
    return run.of("nodes").stream()
        .filter(each -> !each.matches("... (group|text|properties) .*"))
        .toList();
  }
}
