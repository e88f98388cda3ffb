package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.agents.AgentRig.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of what a program makes, beside what HotSpot has given its thread for it. */
class AllObjectsTest {
  @Test
  void recordsHaveAllThatIsMadeByCodeThatRunsAndByTheLibrary(@TempDir Path folder)
      throws IOException, CompilationFailedException {
    Run run = new AgentRig(folder, "Making").onVmBy(MakingProgram.class);

    assertThat(run.exit()).as("%s", run.lines()).isZero();
    // In the first recording, and in one after it.
    assertThat(run.of("given")).as("%s", run.lines()).hasSize(2).isEqualTo(run.of("recorded"));
    assertThat(run.of("made"))
        .as("%s", run.lines())
        .contains(
            "1000 [I Making", "1000 LMaking; Making", "1000 Ljava/lang/Integer; java.lang.Integer");
    assertThat(run.of("others")).containsExactly("0", "0");
  }
}
