package dev.dexscope.runtime;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The genuine Android runtime, where its recipe stands beside the checkout and was built. */
final class Art {
  private Art() {}

  /** The command that runs a dexed program, or the test is skipped. */
  static Path require() {
    Path command = command();
    String set = System.getenv("ART_ORACLE");
    Path home =
        set != null ? Path.of(set) : Path.of(System.getProperty("user.home"), ".cache/art-oracle");
    Assumptions.assumeTrue(
        command != null && Files.exists(home.resolve("stamp")),
        "the Android runtime is not built: run ../shared/art-oracle/build.sh");
    return Objects.requireNonNull(command);
  }

  private static @Nullable Path command() {
    Path folder = Path.of("").toAbsolutePath();
    for (int up = 0; up < 4 && folder != null; up++) {
      Path command = folder.resolve("shared/art-oracle/art");
      if (Files.isExecutable(command)) {
        return command;
      }
      folder = folder.getParent();
    }
    return null;
  }
}
