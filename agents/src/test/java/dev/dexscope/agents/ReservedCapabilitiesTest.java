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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody pays for capabilities that agents have not asked for. */
@FullTier("starts a process for each set of capabilities")
@NeedsPeer(Peer.GCC)
class ReservedCapabilitiesTest {
  @TempDir private static Path folder;
  private static AgentRig rig;

  @BeforeAll
  static void compile() throws IOException, CompilationFailedException {
    rig = new AgentRig(folder, "Subject");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=exceptions", "=all"})
  void whatNoAgentAsksForAtTheStartIsGoneAsOnHotSpot(String options)
      throws IOException, InterruptedException {
    String agent = rig.agent("reserving") + options;

    Run run = rig.onVm(agent);

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    Run onHotSpot = rig.onHotSpot(agent);
    for (String each : new String[] {"asked", "breakpoints", "tags"}) {
      assertThat(run.of(each)).as(each).hasSize(1).isEqualTo(onHotSpot.of(each));
    }
    // Method exits are the VM's own: they are available at any time.
    assertThat(run.of("may")).containsExactly(onHotSpot.of("may").getFirst().substring(0, 5) + "1");
  }

  @Test
  void compilersAreToldWhatIsToBeHad() throws IOException, InterruptedException {
    String agent = rig.agent("reserving");

    assertThat(rig.onVm(agent).of("compilers"))
        .contains("_can_access_local_variables 0", "_can_post_on_exceptions 0");
    assertThat(rig.onVm(agent + "=exceptions").of("compilers"))
        .contains("_can_access_local_variables 0", "_can_post_on_exceptions 1");
    assertThat(rig.onVm(agent + "=all").of("compilers"))
        .contains("_can_access_local_variables 1", "_can_post_on_exceptions 1");
  }

  @Test
  void allIsKeptForThoseThatComeLater() throws IOException, InterruptedException {
    Run run = rig.onVmForLater(rig.agent("reserving"));

    assertThat(run.of("may")).containsExactly("111111");
    assertThat(run.of("breakpoints")).containsExactly("0");
    assertThat(run.of("compilers")).contains("_can_post_on_exceptions 1");
  }

  @Test
  void oneAgentsCapabilitiesAreThereForTheOthers() throws IOException, InterruptedException {
    String agent = rig.agent("reserving");

    Run run = rig.onVm(agent + "=exceptions", agent);

    assertThat(run.of("may")).containsExactly("001001", "001001");
  }
}
