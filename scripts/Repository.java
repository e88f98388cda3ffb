import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lays out modules as a Maven repository: for each its POM, jar, sources, Javadoc, and the checksums of these files; and
 * packs all of it into one zip, the form in which Maven Central takes a release.
 *
 * <pre>java Repository.java CHECKOUT VERSION REPOSITORY ZIP MODULE...</pre>
 *
 * The checkout has been built: each module has the POM in {@code .flattened-pom.xml} and the jars that it is compiled
 * against in {@code target/module-path}.
 */
final class Repository {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final Map<String, String> CHECKSUMS =
      Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

  private final Path checkout;
  private final String version;
  private final Path repository;

  private Repository(Path checkout, String version, Path repository) {
    this.checkout = checkout;
    this.version = version;
    this.repository = repository;
  }

  static void main(String[] args) throws IOException, GeneralSecurityException {
    var made = new Repository(Path.of(args[0]), args[1], Path.of(args[2]));
    for (String each : List.of(args).subList(4, args.length)) {
      made.add(each);
    }
    zip(files(made.repository), Path.of(args[3]));
  }

  private void add(String module) throws IOException, GeneralSecurityException {
    String name = "dexscope-" + module;
    Path folder = Files.createDirectories(repository.resolve("dev/dexscope/" + name + "/" + version));
    String stem = name + "-" + version;
    Path sources = checkout.resolve(module).resolve("src/main");

    Files.copy(checkout.resolve(module).resolve(".flattened-pom.xml"), folder.resolve(stem + ".pom"));
    Files.copy(checkout.resolve(module).resolve("target/" + stem + ".jar"), folder.resolve(stem + ".jar"));
    TreeMap<String, Path> source = files(sources.resolve("java"));
    source.putAll(files(sources.resolve("resources")));
    zip(source, folder.resolve(stem + "-sources.jar"));
    zip(files(javadoc(module)), folder.resolve(stem + "-javadoc.jar"));
    for (Path each : List.copyOf(files(folder).values())) {
      checksums(each);
    }
  }

  private Path javadoc(String module) throws IOException {
    Path pages = Files.createTempDirectory(repository.getParent(), "pages");
    String sources = checkout.resolve(module + "/src/main/java").toString();
    // What stands for Android's classes is next to the probe.
    Path stubs = checkout.resolve(module + "/src/stubs/java");
    if (Files.exists(stubs)) {
      sources += ":" + stubs;
    }
    String jars = Files.readString(checkout.resolve(module).resolve("target/module-path")).strip();
    var log = new StringWriter();
    var out = new PrintWriter(log);
    List<String> options = new ArrayList<>(List.of("-quiet", "-notimestamp", "-Xdoclint:none", "-d", pages.toString()));
    options.addAll(List.of("--module-path", jars, "--module-source-path", "dev.dexscope." + module + "=" + sources));
    options.addAll(List.of("--module", "dev.dexscope." + module));
    if (ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, options.toArray(String[]::new)) != 0) {
      throw new IOException("no Javadoc of " + module + ": " + log);
    }
    return pages;
  }

  /** The files in a folder by their names, which are in a fixed order. */
  private static TreeMap<String, Path> files(Path folder) throws IOException {
    var files = new TreeMap<String, Path>();
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile).forEach(each -> files.put(folder.relativize(each).toString(), each));
      }
    }
    return files;
  }

  private static void zip(TreeMap<String, Path> files, Path target) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(target), StandardCharsets.UTF_8)) {
      for (Map.Entry<String, Path> each : files.entrySet()) {
        var entry = new ZipEntry(each.getKey());
        entry.setTimeLocal(TIME);
        out.putNextEntry(entry);
        Files.copy(each.getValue(), out);
      }
    }
  }

  private static void checksums(Path file) throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(file);
    for (Map.Entry<String, String> each : CHECKSUMS.entrySet()) {
      byte[] digest = MessageDigest.getInstance(each.getValue()).digest(bytes);
      Files.writeString(Path.of(file + "." + each.getKey()), HexFormat.of().formatHex(digest));
    }
  }
}
