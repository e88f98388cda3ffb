package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The application that the launcher builds of the checkout has the content of the one that was
 * compiled with all checks, and is tested.
 */
@FullTier("builds the application")
class SameBuildIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String COMPARISON =
      """
      . scripts/launch.sh; . scripts/build-app.sh
      is_built "$PWD" || build_app "$PWD" "$0" || exit
      "$0/bin/java" scripts/SameJars.java "$APP" cli/target/app
      """;

  @Test
  @Timeout(value = 10 * 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theJarsHaveTheSameContent() throws IOException, InterruptedException {
    List<String> command = List.of("bash", "-c", COMPARISON, System.getProperty("java.home"));
    Process process =
        new ProcessBuilder(command).directory(ROOT.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }
}
