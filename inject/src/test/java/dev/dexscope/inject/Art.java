package dev.dexscope.inject;

import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The genuine Android runtime. */
final class Art {
  private final Path folder = Peer.ART.path();

  /** A program's output, standard error included, and its exit code. */
  record Run(String output, int exitCode) {}

  /** Runs a program. */
  Run run(Path code, String mainClass) throws IOException, InterruptedException {
    return run(List.of(folder.resolve("art").toString(), "-cp", code.toString(), mainClass));
  }

  /** Returns the verifier's verdict of each class that is not OK, except for the run time's own. */
  Set<String> verdicts(Path code) throws IOException, InterruptedException {
    Run run = run(List.of(folder.resolve("art-verify").toString(), code.toString()));
    Set<String> lines = new TreeSet<>();
    for (String line : run.output().lines().toList()) {
      if (line.matches(
          "(HARD|SOFT|ACCESS_CHECKS|LOAD_FAILED) (?!dev\\.dexscope\\.probe|edu\\.uoregon).*")) {
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
