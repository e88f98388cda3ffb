package dev.dexscope.dex;

import com.android.tools.r8.D8;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jf.dexlib2.DexFileFactory;

/**
 * The dex files that tests go through: dexlib2's own jar as D8 makes it, of version 035, 039 and
 * 041. More: {@code -Dsurefire.args=-Ddex.corpus=FILE:FOLDER} ({@code suites/corpus} makes a good
 * folder).
 */
public final class Corpus {
  private static final List<Path> FILES = new ArrayList<>();

  private Corpus() {}

  /** All files. */
  public static synchronized List<Path> files() throws IOException {
    if (FILES.isEmpty()) {
      Path folder = Files.createTempDirectory("dex-corpus");
      FILES.add(compile(folder.resolve("dexlib2-039.jar"), "28", ""));
      FILES.add(compile(folder.resolve("dexlib2-035.jar"), "21", ""));
      FILES.add(
          compile(
              folder.resolve("dexlib2-041.jar"),
              "36",
              "-Dcom.android.tools.r8.dexContainerExperiment=1"));
      for (String each : System.getProperty("dex.corpus", "").split(":", -1)) {
        if (!each.isEmpty()) {
          FILES.addAll(archives(Path.of(each)));
        }
      }
    }
    return FILES;
  }

  /** dexlib2's jar at min-api 28. */
  public static Path libraries() throws IOException {
    return files().getFirst();
  }

  private static List<Path> archives(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      return List.of(path);
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(each -> each.toString().matches(".*\\.(jar|apk|dex)")).sorted().toList();
    }
  }

  /** D8 in a VM of its own: it is slow under the fuzzer's agent and the tests' assertions. */
  private static Path compile(Path output, String minApi, String option) throws IOException {
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      // A few seconds of new code: C2 would take twice as long as what it compiles.
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      if (!option.isEmpty()) {
        command.add(option);
      }
      command.addAll(List.of("-cp", jarOf(D8.class).toString(), D8.class.getName()));
      command.addAll(List.of("--min-api", minApi));
      // Undesugared code keeps its invoke-custom; before 24 there is no way but to desugar.
      command.addAll(
          minApi.equals("21")
              ? List.of("--lib", System.getProperty("java.home"))
              : List.of("--no-desugaring"));
      command.addAll(List.of("--output", output.toString()));
      command.add(jarOf(DexFileFactory.class).toString());
      Process d8 = new ProcessBuilder(command).redirectErrorStream(true).start();
      String out = new String(d8.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (d8.waitFor() != 0) {
        throw new IOException(out);
      }
      return output;
    } catch (InterruptedException | URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static Path jarOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
