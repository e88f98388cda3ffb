package dev.dexscope.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something of others that a test asks for a second opinion, and that a machine may lack.
 *
 * <p>A test names its peers before it begins ({@link NeedsPeer}, or {@link Peers#require} as its
 * first statement) and then takes their {@link #path()}. Programs are looked for on the {@code
 * PATH} only.
 */
public enum Peer {
  AARCH64_GCC("aarch64-linux-gnu-gcc"),
  AARCH64_OBJDUMP("aarch64-linux-gnu-objdump"),
  AAPT("aapt"),
  AAPT2("aapt2"),
  ADB("adb"),
  APKSIGNER("apksigner"),
  CALLGRIND_ANNOTATE("callgrind_annotate"),
  CHROMIUM("chromium"),
  DEXDUMP("dexdump"),
  DMTRACEDUMP("dmtracedump"),
  GCC("gcc"),
  GO("go"),
  GRAPHVIZ("dot"),
  NODE("node"),
  PROTOC("protoc"),
  SETPRIV("setpriv"),
  UNZIP("unzip"),
  ZIPALIGN("zipalign"),

  /** DuckDB's package for Node.js. */
  DUCKDB("DuckDB"),

  /** DuckDB with its driver for Java: a jar. */
  DUCKDB_JAR("DuckDB's driver for Java"),

  /** Apache Spark: the folder of its jars. */
  SPARK("Apache Spark"),

  /** A server with the interface of Amazon S3: the folder of its jars. */
  S3PROXY("S3Proxy"),

  /** The page of speedscope. */
  SPEEDSCOPE("speedscope"),

  /**
   * Mozilla's command for Firefox profiles: the folder of packages that has it, and its Node.js.
   */
  PROFILER_CLI("Mozilla's profiler-cli"),

  /** Packages for Node.js that make our page and use it in a browser: their folder. */
  PAGE_TOOLS("Playwright, axe, esbuild or TypeScript"),

  /** Android's monitor as a library, of today's Android Studio: the folder of its jars. */
  DDMLIB("ddmlib 32.5.0"),

  /** The agents in Java that most people use: the folder of their jars. */
  AGENTS("agents in Java of others"),

  /** Android 14's own classes, as Robolectric packs them: a jar. */
  ANDROID_ALL("android-all"),

  /** Android's framework for whole apps: a folder of files under Maven's names. */
  APP_FRAMEWORK("Android's framework for apps"),

  /** OpenGL ES of this machine: its library. */
  OPENGL("OpenGL ES"),

  /** The genuine Android runtime: the folder of its commands. */
  ART("the Android runtime"),

  /** The genuine Android runtime as an engine of the command: its folder. */
  ART_ENGINE("the Android runtime of 'dexscope art install'"),

  /** Real traces that are not part of the project: a folder. */
  TRACES("more real traces");

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  private @Nullable Path find() {
    return switch (this) {
      case DUCKDB -> existing(Peers.FOLDER.resolve("node_modules/@duckdb"));
      case DUCKDB_JAR -> existing(Peers.FOLDER.resolve("jars").resolve(Peers.DUCKDB_JAR));
      case SPARK -> existing(Peers.FOLDER.resolve("jars").resolve("spark"));
      case S3PROXY -> existing(Peers.FOLDER.resolve("jars").resolve("s3proxy"));
      case SPEEDSCOPE ->
          existing(Peers.FOLDER.resolve("node_modules/speedscope/dist/release/index.html"));
      case PROFILER_CLI -> packages("@firefox-devtools/profiler-cli", "node");
      case PAGE_TOOLS -> packages("playwright-core", "axe-core", "esbuild", "typescript");
      case DDMLIB -> existing(Peers.FOLDER.resolve("jars").resolve("ddmlib"));
      case AGENTS -> existing(Peers.FOLDER.resolve("jars").resolve("agents"));
      case ANDROID_ALL -> existing(Peers.FOLDER.resolve("jars").resolve(Peers.ANDROID_ALL_JAR));
      case APP_FRAMEWORK -> existing(Peers.FOLDER.resolve("framework"));
      case OPENGL -> library("libEGL.so.1");
      case ART -> art();
      case ART_ENGINE -> artEngine();
      case TRACES -> beside("traces");
      default -> onPath(title);
    };
  }

  /** Where it is; whoever did not ask for it before may get an exception. */
  public Path path() {
    Path found = find();
    if (found == null) {
      throw new IllegalStateException(title + " is absent, and the test did not say it needs it");
    }
    return found;
  }

  /** The jar of an artifact, in the folder that it is. */
  public Path jar(String artifact) throws IOException {
    return file(artifact, "jar");
  }

  /** The file of an artifact with that end, in the folder that it is. */
  public Path file(String artifact, String end) throws IOException {
    Pattern name = Pattern.compile(Pattern.quote(artifact) + "-\\d.*\\." + end);
    try (Stream<Path> files = Files.list(path())) {
      return files
          .filter(each -> name.matcher(each.getFileName().toString()).matches())
          .findFirst()
          .orElseThrow();
    }
  }

  /** How a run ended, with what it said on both streams. */
  public record Answer(int exit, String out) {}

  /** Runs a program to its end. */
  public Answer run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(path().toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), out);
  }

  /** Whether this machine has it. */
  public boolean isPresent() {
    return find() != null;
  }

  /** Returns the words of a report where it is absent. */
  String absence() {
    return switch (this) {
      case ART -> title + " is absent; build it and set ART_ORACLE to its folder";
      case ART_ENGINE -> title + " is absent";
      case TRACES ->
          title + " are absent; they stand in ../shared/traces on the project's machines";
      default -> title + " is absent; scripts/peers installs it";
    };
  }

  /** The folder of packages for Node.js, if it has all of these. */
  private static @Nullable Path packages(String... names) {
    Path modules = Peers.FOLDER.resolve("node_modules");
    boolean hasAll = Stream.of(names).allMatch(name -> Files.exists(modules.resolve(name)));
    return hasAll ? modules.toAbsolutePath() : null;
  }

  private static @Nullable Path onPath(String program) {
    String path = System.getenv("PATH");
    if (path != null) {
      for (String folder : path.split(File.pathSeparator, -1)) {
        Path file = Path.of(folder, program);
        if (Files.isExecutable(file) && !Files.isDirectory(file)) {
          return file.toAbsolutePath();
        }
      }
    }
    return null;
  }

  /** Where Debian's and Fedora's distributions keep libraries. */
  private static @Nullable Path library(String name) {
    return Stream.of(System.getProperty("os.arch").replace("amd64", "x86_64") + "-linux-gnu", "")
        .map(folder -> Path.of("/usr/lib", folder, name))
        .filter(Files::exists)
        .findFirst()
        .orElse(existing(Path.of("/usr/lib64", name)));
  }

  private static @Nullable Path existing(Path file) {
    return Files.exists(file) ? file.toAbsolutePath() : null;
  }

  /** Its commands stand beside the checkout, and {@code ART_ORACLE} names where it was built. */
  private static @Nullable Path art() {
    String built = System.getenv("ART_ORACLE");
    return built != null && Files.exists(Path.of(built, "stamp")) ? beside("art-oracle") : null;
  }

  /** The one that {@code DEXSCOPE_ART} names, otherwise the user's. */
  private static @Nullable Path artEngine() {
    String named = System.getenv("DEXSCOPE_ART");
    Path folder =
        named == null
            ? Path.of(System.getProperty("user.home"), ".cache/dexscope/art/runtime")
            : Path.of(named);
    return Files.exists(folder.resolve("version")) ? folder : null;
  }

  /** A folder of what the project's machines share, beside the checkout or further up. */
  private static @Nullable Path beside(String name) {
    Path folder = Path.of("").toAbsolutePath();
    for (int up = 0; up < 4 && folder != null; up++) {
      Path found = folder.resolve("shared").resolve(name);
      if (Files.isDirectory(found)) {
        return found;
      }
      folder = folder.getParent();
    }
    return null;
  }
}
