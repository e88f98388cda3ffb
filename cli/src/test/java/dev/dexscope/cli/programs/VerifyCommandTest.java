package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a dex file with three classes: app.Good, app.Rejected, and app.Incomplete that lacks one. */
class VerifyCommandTest {
  @TempDir private Path folder;
  private Path dex;

  @BeforeEach
  void copy() throws IOException {
    dex = folder.resolve("verify.dex");
    try (InputStream in =
        Objects.requireNonNull(VerifyCommandTest.class.getResourceAsStream("verify.dex"))) {
      Files.copy(in, dex);
    }
  }

  @Test
  void rejectedCodeIsShownAndMakesTheAnswerNo() {
    Run run = Run.of("verify", dex.toString());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            """
            HARD app.Rejected
              int app.Rejected.wrong(java.lang.Object): [0x0] register v0 has type Reference: \
            java.lang.Object but expected Integer
            ok 1, access checks 1, soft 0, hard 1, load failed 0
            """);
  }

  @Test
  void whatOnlyRunsSlowerIsShownWhenAsked() {
    Run run = Run.of("verify", "--all", dex.toString());
    assertThat(run.out()).contains("ACCESS_CHECKS app.Incomplete", "illegal class access");
  }

  @Test
  void json() {
    Run run = Run.of("verify", "--json", dex.toString());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "\"hard\" : 1",
            "\"class\" : \"app.Rejected\"",
            "\"problem\" : \"bad_class_hard\"",
            "\"dexPc\" : 0");
  }

  @Test
  void brokenFilesAreBadInput() throws IOException {
    byte[] bytes = Files.readAllBytes(dex);
    Path cut = Files.write(folder.resolve("cut.dex"), java.util.Arrays.copyOf(bytes, 200));
    Run run = Run.of("verify", cut.toString());
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: ").contains("cut.dex");
    assertThat(Run.of("verify", folder.resolve("none.dex").toString()).exit()).isEqualTo(3);
  }
}
