import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The digests of sources that the formatter would leave as they are: it reads only what has changed since. */
final class Formatted {
  private final Path file;
  private final Checks checks;
  private final String tools;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Set<String> current = ConcurrentHashMap.newKeySet();

  /**
   * @param file keeps them from build to build
   * @param tools the formatter's version
   */
  Formatted(Path file, Checks checks, String tools) throws IOException {
    this.file = file;
    this.checks = checks;
    this.tools = tools;
    if (Files.exists(file)) {
      known.addAll(Files.readAllLines(file));
    }
  }

  void check(List<Path> sources) throws IOException, ReflectiveOperationException, BuildFailure {
    List<Path> other = new ArrayList<>();
    for (Path each : sources) {
      var digest = ApiDigest.sha256();
      digest.update(tools.getBytes());
      digest.update(Files.readAllBytes(each));
      String text = ApiDigest.hex(digest);
      if (known.contains(text) || checks.isFormatted(each)) {
        current.add(text);
      } else {
        other.add(each);
      }
    }
    if (!other.isEmpty()) {
      String names = other.stream().map(Path::toString).collect(Collectors.joining("\n"));
      throw new BuildFailure(names, "these are not formatted: mvn -q -Pchecks spotless:apply");
    }
  }

  /** Keeps those that have been checked, of modules that were not in this run too. */
  void save() throws IOException {
    current.addAll(known);
    Files.write(file, current.stream().sorted().toList());
  }
}
