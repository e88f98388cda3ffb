package dev.dexscope.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's functions that need no browser: formats, addresses, layouts, tables. */
class PageUnitsTest {
  private static final Path UNITS = Path.of("src/test/page/units");

  /** How Node.js counts what has passed. */
  private static final Pattern PASSED = Pattern.compile("(?m)^\\S+ pass (\\d+)$");

  @Test
  @NeedsPeer({Peer.NODE, Peer.PAGE_TOOLS})
  void functionsDoWhatTheyPromise(@TempDir Path folder) throws Exception {
    Path script = bundled(folder);

    Peer.Answer answer = Peer.NODE.run(script.toString());

    assertThat(answer.exit()).as(answer.out()).isZero();
    List<String> passed =
        PASSED.matcher(answer.out()).results().map(result -> result.group(1)).toList();
    assertThat(passed).as(answer.out()).containsExactly(Integer.toString(tests()));
  }

  /** All files as one script: Node.js would start a process for each. */
  private static Path bundled(Path folder) throws IOException, InterruptedException {
    Path entry = folder.resolve("all.mjs");
    Files.write(
        entry, units().stream().map(file -> "import '" + file.toAbsolutePath() + "';").toList());
    Path script = folder.resolve("bundle.mjs");
    Path esbuild = Peer.PAGE_TOOLS.path().resolve("esbuild/bin/esbuild");
    Process process =
        new ProcessBuilder(
                esbuild.toString(),
                entry.toString(),
                "--bundle",
                "--platform=node",
                "--format=esm",
                "--log-level=warning",
                "--outfile=" + script)
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    return script;
  }

  private static int tests() throws IOException {
    int tests = 0;
    for (Path file : units()) {
      tests += (int) Files.readAllLines(file).stream().filter(l -> l.startsWith("test(")).count();
    }
    return tests;
  }

  private static List<Path> units() throws IOException {
    try (Stream<Path> files = Files.list(UNITS)) {
      return files.sorted().toList();
    }
  }
}
