package dev.dexscope.inject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The genuine Android runtime, where its recipe stands beside the checkout and was built. */
final class Art {
  private final Path folder;

  private Art(Path folder) {
    this.folder = folder;
  }

  /** What a program said, standard error included, and how it ended. */
  record Run(String output, int exitCode) {}

  /** The runtime, or the test is skipped. */
  static Art require() {
    Art art = find();
    Assumptions.assumeTrue(
        art != null, "the Android runtime is not built: run ../shared/art-oracle/build.sh");
    return Objects.requireNonNull(art);
  }

  static @Nullable Art find() {
    String set = System.getenv("ART_ORACLE");
    Path home =
        set != null ? Path.of(set) : Path.of(System.getProperty("user.home"), ".cache/art-oracle");
    Path folder = Path.of("").toAbsolutePath();
    for (int up = 0; up < 4 && folder != null; up++) {
      Path found = folder.resolve("shared/art-oracle");
      if (Files.isExecutable(found.resolve("art")) && Files.exists(home.resolve("stamp"))) {
        return new Art(found);
      }
      folder = folder.getParent();
    }
    return null;
  }

  /** Runs a program. */
  Run run(Path code, String mainClass) throws IOException, InterruptedException {
    return run(List.of(folder.resolve("art").toString(), "-cp", code.toString(), mainClass));
  }

  /** What the verifier says of each class that is not OK, but for the run time's own. */
  Set<String> verdicts(Path code) throws IOException, InterruptedException {
    Run run = run(List.of(folder.resolve("art-verify").toString(), code.toString()));
    Set<String> lines = new TreeSet<>();
    for (String line : run.output().lines().toList()) {
      if (line.matches(
          "(HARD|SOFT|ACCESS_CHECKS|LOAD_FAILED) (?!dev\\.dexscope\\.runtime|edu\\.uoregon).*")) {
        lines.add(line.replaceFirst("^(\\w+ [^: ]+).*", "$1"));
      }
    }
    if (!run.output().contains(", load-failed ")) {
      throw new IOException("the verifier did not come to its end: " + run.output());
    }
    return lines;
  }

  private static Run run(List<String> command) throws IOException, InterruptedException {
    List<String> bounded = new ArrayList<>(List.of("timeout", "120"));
    bounded.addAll(command);
    Process process = new ProcessBuilder(bounded).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(output, process.waitFor());
  }
}
