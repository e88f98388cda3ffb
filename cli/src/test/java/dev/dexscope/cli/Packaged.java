package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged command, as a user starts it, with Android's framework at hand. */
final class Packaged {
  /** Kept between runs of the tests: what is native in the framework takes seconds to unpack. */
  static final Path CACHE = Path.of("../bench/peers/cache").toAbsolutePath().normalize();

  private Packaged() {}

  static void installTheFramework(Path folder) throws IOException, InterruptedException {
    if (dexscope(folder, "apps").exit() != 0) {
      Run installed =
          dexscope(folder, "apps", "install", "--from", Peer.APP_FRAMEWORK.path().toString());
      assertThat(installed.exit()).as(installed.err()).isZero();
    }
  }

  /**
   * Runs the command to its end.
   *
   * @param folder where it runs, and what it prints is kept; its folder "data" may contain plug-ins
   */
  static Run dexscope(Path folder, String... arguments) throws IOException, InterruptedException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    String script =
        ". '%s/scripts/launch.sh'; jdk=$1; shift; launch \"$jdk\" '%s' \"$@\""
            .formatted(root, root.resolve("cli/target/app"));
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    command.add(System.getProperty("java.home"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("XDG_CACHE_HOME", CACHE.toString());
    builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
    Process process = builder.start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
