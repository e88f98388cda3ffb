package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests without D8: getting one is tested in its module. */
class D8CommandTest {
  @TempDir private Path folder;

  @Test
  void saysWhatIsThere() {
    Run run = Run.of("d8");

    assertThat(run.err()).isEmpty();
    if (run.exit() == 0) {
      assertThat(run.out()).startsWith("D8 ").contains("licence");
    } else {
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.out()).isEqualTo("none; run: dexscope d8 install\n");
    }
  }

  @Test
  void anotherFileIsNotInstalled() throws IOException {
    Path jar = Files.writeString(folder.resolve("r8.jar"), "none");

    Run run = Run.of("d8", "install", "--from", jar.toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: this is not the file r8-");
    assertThat(Run.of("d8", "remove").exit()).isEqualTo(2);
  }
}
