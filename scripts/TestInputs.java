import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Digests of all that the result of a module's tests depends on: the classes and files of the module and of those that it
 * imports, the jars of others, the options and the tier, which peers this machine has, and for tests that read what is
 * beside their module ({@code "../docs"}) all of the checkout but the other modules' sources. A module whose digest is that
 * of its last pass need not be tested again.
 */
final class TestInputs {
  private static final Pattern READS_CHECKOUT = Pattern.compile("\"\\.\\.[/\"]");

  /** Where tests find peers, as far as the environment says. */
  private static final List<String> VARIABLES =
      List.of("PATH", "DEXSCOPE_PEERS", "ART_ORACLE", "DEXSCOPE_OPTS", "JAZZER_FUZZ", "LANG", "LC_ALL", "TMPDIR");

  private static final int FOLDERS_ABOVE = 4;

  private final Path root;
  private final String machine;
  private final Map<Path, String> digests = new HashMap<>();
  private String checkout = "";

  TestInputs(Path root) throws IOException {
    this.root = root;
    this.machine = machine();
  }

  /**
   * Returns the digest of a module.
   *
   * @param options what else its result depends on
   */
  String of(Path module, String classPath, List<String> options) throws IOException {
    MessageDigest inputs = ApiDigest.sha256();
    add(inputs, machine);
    add(inputs, String.join(" ", options));
    add(inputs, digest(module.resolve("src")));
    add(inputs, digest(root.resolve("samples/traces")));
    for (String each : classPath.split(File.pathSeparator)) {
      add(inputs, each);
      if (!each.endsWith(".jar")) {
        add(inputs, digest(Path.of(each)));
      }
    }
    if (readsCheckout(module.resolve("src/test"))) {
      add(inputs, checkout());
    }
    return ApiDigest.hex(inputs);
  }

  private static void add(MessageDigest digest, String text) {
    digest.update((text + "\n").getBytes());
  }

  private String digest(Path folder) throws IOException {
    String known = digests.get(folder);
    if (known == null) {
      MessageDigest digest = ApiDigest.sha256();
      for (Path each : Files.exists(folder) ? ApiDigest.sorted(folder) : List.<Path>of()) {
        ApiDigest.add(digest, folder.relativize(each).toString(), Files.readAllBytes(each));
      }
      known = ApiDigest.hex(digest);
      digests.put(folder, known);
    }
    return known;
  }

  private static boolean readsCheckout(Path tests) throws IOException {
    for (Path each : ApiDigest.sources(tests)) {
      if (READS_CHECKOUT.matcher(Files.readString(each)).find()) {
        return true;
      }
    }
    return false;
  }

  /** What Git would commit, outside of the modules' own sources; another value each time where Git does not know. */
  private String checkout() throws IOException {
    if (checkout.isEmpty()) {
      MessageDigest digest = ApiDigest.sha256();
      List<String> files = files();
      add(digest, files.isEmpty() ? Long.toString(System.nanoTime()) : "");
      for (String name : files) {
        Path file = root.resolve(name);
        if (Files.isRegularFile(file)) {
          ApiDigest.add(digest, name, Files.readAllBytes(file));
        }
      }
      checkout = ApiDigest.hex(digest);
    }
    return checkout;
  }

  /** Empty where the checkout is none of Git's, or Git is absent. */
  private List<String> files() throws IOException {
    List<String> command =
        List.of("bash", "-c", "git -C \"$0\" ls-files -co --exclude-standard -- ':!*/src/main' ':!*/src/test' || true", root.toString());
    Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return git.inputReader().lines().sorted().toList();
  }

  /** The Java VM, and the names and times of what tests may find as peers. */
  private String machine() throws IOException {
    var names = new TreeSet<String>();
    for (String each : VARIABLES) {
      names.add(each + "=" + System.getenv(each));
    }
    List<Path> folders = new ArrayList<>();
    for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      folders.add(Path.of(each));
    }
    Path peers = root.resolve("bench/peers");
    Stream.of("", "jars", "framework", "node_modules").map(peers::resolve).forEach(folders::add);
    Path above = root;
    for (int i = 0; i < FOLDERS_ABOVE && above != null; i++) {
      Stream.of("", "traces").map(above.resolve("shared")::resolve).forEach(folders::add);
      above = above.getParent();
    }
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
          for (Path each : files) {
            boolean isFile = Files.isRegularFile(each);
            names.add(each + (isFile ? " " + Files.size(each) + " " + Files.getLastModifiedTime(each) : ""));
          }
        }
      }
    }
    return System.getProperty("java.home") + Runtime.version() + String.join("\n", names);
  }
}
