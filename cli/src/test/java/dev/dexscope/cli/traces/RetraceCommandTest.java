package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetraceCommandTest {
  private static final String ID = "0a1b2c";

  @TempDir private Path folder;

  private String mapping() throws IOException {
    Path file = Files.createDirectories(folder.resolve("maps")).resolve("2.4.txt");
    Files.writeString(
        file, "# pg_map_id: " + ID + "\nshop.Cart -> a:\n    1:3:void fill():20:22 -> b\n");
    return file.toString();
  }

  private String log(String place) throws IOException {
    Path file = folder.resolve("crash.txt");
    return Files.writeString(file, "E/App: a: bad cart\nE/App: \tat a.b(" + place + ":2)\nend\n")
        .toString();
  }

  @Test
  void aLogHasTheNamesOfTheSource() throws IOException {
    Run run = Run.of("retrace", mapping(), log("SourceFile"));

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo("E/App: shop.Cart: bad cart\nE/App: \tat shop.Cart.fill(Cart.java:21)\nend\n");
  }

  @Test
  void aFolderHasTheFileWithTheFramesId() throws IOException {
    mapping();
    String maps = folder.resolve("maps").toString();

    assertThat(Run.of("retrace", maps, log("r8-map-id-" + ID)).out())
        .contains("at shop.Cart.fill(Cart.java:21)");
    assertThat(Run.of("retrace", maps, log("Other.java")).out()).contains("at a.b(Other.java:2)");
    Run absent = Run.of("retrace", maps, log("r8-map-id-ffff"));
    assertThat(absent.exit()).isNotZero();
    assertThat(absent.err()).contains("crash.txt", "ffff");
  }

  @Test
  void aFileOfAnotherKindIsReported() throws IOException {
    Run run = Run.of("retrace", log("A.java"), log("A.java"));

    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("crash.txt");
  }
}
