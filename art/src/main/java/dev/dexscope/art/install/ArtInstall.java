package dev.dexscope.art.install;

import dev.dexscope.art.Art;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.install.PinnedJar;
import dev.dexscope.compile.D8;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes Android's runtime on a machine with Debian's package manager: of packages, which are
 * unpacked and not installed, and of source packages. An installation that was interrupted goes on
 * where it was.
 *
 * <pre>{@code
 * Art art = new ArtInstall(System.err::println, (done, total) -> {}).run();
 * }</pre>
 */
public final class ArtInstall {
  /** The version of the runtime that this recipe is for. */
  public static final String VERSION = "11.0.0+r48";

  public static final String LICENCE =
      "ART is by the Android Open Source Project, under the Apache licence 2.0; its core library"
          + " is in part OpenJDK's, under the GPL 2 with the Classpath exception: see"
          + " /usr/share/doc of the packages";

  private static final PinnedJar ANDROID_ALL =
      new PinnedJar(
          "org.robolectric",
          "android-all",
          "11-robolectric-6757853",
          142_025_962,
          "62f577ca49f62f0da5d6a2a839d80ef377054b9ccd14811035593bf351295b31",
          "dexscope art install");

  private static final String RUNTIME = "android-libart";
  private static final String RUNTIME_SOURCE = "android-platform-art";
  private static final String LIBRARY_SOURCE = "android-platform-libcore";

  private static final List<String> PACKAGES =
      List.of(
          RUNTIME,
          "android-libbacktrace",
          "android-libbase",
          "android-libboringssl",
          "android-libcutils",
          "android-liblog",
          "android-libnativebridge",
          "android-libnativehelper",
          "android-libnativeloader",
          "android-libutils",
          "android-libziparchive",
          "p7zip",
          "libexpat1",
          "liblz4-1",
          "zlib1g",
          // Their headers.
          "android-libbase-dev",
          "android-libboringssl-dev",
          "android-libcutils-dev",
          "android-liblog-dev",
          "android-libnativehelper-dev",
          "android-libutils-dev",
          "android-libziparchive-dev",
          "android-platform-system-core-headers",
          "libcap-dev",
          "libexpat1-dev",
          "libicu-dev",
          "liblz4-dev",
          "zlib1g-dev");

  private static final Pattern ICU = Pattern.compile("libicu\\d+");
  private static final List<String> TOOLS =
      List.of("clang", "clang++", "dpkg-source", "python3", "strip");

  /** What is printed before it begins. */
  public static final List<String> PLAN =
      List.of(
          "fetched   60 MB: packages of the runtime "
              + VERSION
              + " and its libraries, the sources of both",
          "          "
              + RUNTIME_SOURCE
              + " and "
              + LIBRARY_SOURCE
              + ", by apt, from your sources of packages;",
          "          140 MB: " + ANDROID_ALL.coordinates() + ", by Maven",
          "compiled  the core library, its native methods, the runtime's compiler, JVM TI, profman:",
          "          about 20 minutes of CPU time, by javac, D8 and clang",
          "kept      140 MB below " + Art.place());

  /** Receives the step that begins. */
  @FunctionalInterface
  public interface Steps {
    void begin(String step);
  }

  /** Receives how many parts of a step are done. */
  @FunctionalInterface
  public interface Parts {
    void done(int done, int total);
  }

  private final Steps steps;
  private final Clang.Progress progress;

  public ArtInstall(Steps steps, Parts parts) {
    this.steps = steps;
    this.progress = parts::done;
  }

  /**
   * Checks that this machine has what an installation needs.
   *
   * @throws MissingToolException if it has not
   */
  public static void check() {
    if (!Art.isPossible()) {
      throw Art.unsupported();
    }
    List<String> packaging =
        Tools.missing(List.of("apt-get", "apt-cache", "apt-config", "dpkg-deb"));
    if (!packaging.isEmpty()) {
      throw new MissingToolException(
          "Android's runtime is made of Debian's packages",
          "no " + String.join(", ", packaging),
          "use Debian or Ubuntu, or a container of them");
    }
    List<String> missing = Tools.missing(TOOLS);
    if (!missing.isEmpty()) {
      throw new MissingToolException(
          "this needs " + String.join(" and ", missing),
          "not on the PATH",
          "type, as root: apt-get install clang dpkg-dev python3");
    }
    d8();
  }

  private static D8 d8() {
    return D8.find()
        .orElseThrow(() ->
            new MissingToolException(
                "D8 makes dex code of the core library, and is not here",
                "PATH",
                "type: dexscope d8 install"));
  }

  /**
   * Installs it.
   *
   * @return the installed runtime
   * @throws MissingToolException if something is missing, or fails
   * @throws IOException if an I/O error occurs
   */
  public Art run() throws IOException {
    check();
    Path place = Files.createDirectories(Art.place());
    try (FileChannel channel =
            FileChannel.open(
                place.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      checkFree(lock, place);
      Path work = Files.createDirectories(place.resolve("work"));
      Path target = place.resolve("runtime");
      Path part = work.resolve("runtime");
      make(work, part);
      if (Files.exists(target)) {
        OutputFolder.delete(target);
      }
      Files.move(part, target);
      OutputFolder.delete(work);
      return new Art(target);
    }
  }

  private static void checkFree(@Nullable FileLock lock, Path place) {
    if (lock == null) {
      throw new MissingToolException(
          "it is being installed by another process", place, "wait until that has ended");
    }
  }

  private void make(Path work, Path part) throws IOException {
    steps.begin("fetching the lists of packages");
    Apt apt = Apt.in(work.resolve("apt"));
    apt.update();
    String version = checkedVersion(apt);
    steps.begin("fetching packages");
    List<String> packages = new ArrayList<>(PACKAGES);
    packages.addAll(apt.dependencies("libicu-dev", ICU));
    Path root = work.resolve("root");
    apt.unpack(packages, root);
    steps.begin("fetching sources");
    Path runtime = apt.source(RUNTIME_SOURCE);
    Path library = apt.source(LIBRARY_SOURCE);
    // The runtime's source names files of the other by Android's tree.
    link(runtime.resolveSibling("libcore"), library);
    List<SourceEdit> edits = new ArrayList<>(CoreClasses.EDITS);
    edits.addAll(CoreNatives.EDITS);
    SourceEdit.applyAll(library, edits);
    SourceEdit.applyAll(runtime, RuntimeParts.EDITS);
    steps.begin("fetching " + ANDROID_ALL.coordinates());
    Path android = androidAll(work);
    Files.createDirectories(part);
    steps.begin("making the core library and Android's classes");
    var layout = new Layout(root, work, part.resolve("lib"));
    layout.prepare();
    makeClasses(library, android, work, part);
    steps.begin("compiling native methods");
    var parts = new RuntimeParts(runtime, layout);
    List<Path> jvm = parts.makeJvm(progress);
    new CoreNatives(library, jvm, layout).make(progress);
    steps.begin("compiling the runtime's compiler, JVM TI and profman");
    parts.make(progress);
    for (String each : List.of("system", "data", "i18n", "tz")) {
      Files.createDirectories(part.resolve(each));
    }
    Files.writeString(part.resolve(Art.VERSION_FILE), version + "\n" + Art.recipeLine() + "\n");
  }

  private static void link(Path link, Path target) throws IOException {
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, target.getFileName());
    }
  }

  private static String checkedVersion(Apt apt) throws IOException {
    Optional<String> version = apt.version(RUNTIME);
    if (version.isEmpty() || !version.get().startsWith(VERSION)) {
      throw new MissingToolException(
          "the package " + RUNTIME + " " + VERSION + " is not available",
          version.orElse("in your sources of packages"),
          "use Debian 12 or newer, or Ubuntu 24.04, with all their components");
    }
    return version.get();
  }

  private static Path androidAll(Path work) throws IOException {
    Path known = ANDROID_ALL.inMavenRepository(Path.of(System.getProperty("user.home")));
    if (ANDROID_ALL.isAt(known)) {
      return known;
    }
    Path folder = Files.createDirectories(work.resolve("jars"));
    Optional<Path> fetched = ANDROID_ALL.installedIn(folder);
    return fetched.isPresent() ? fetched.get() : ANDROID_ALL.fetch(folder);
  }

  private static void makeClasses(Path library, Path android, Path work, Path part)
      throws IOException {
    var classes =
        new CoreClasses(library, android, d8().jar(), work.resolve("java"), part.resolve("boot"));
    Path tool = part.resolve("verify.jar");
    if (!Files.exists(tool)) {
      classes.make();
      classes.makeTool(work.resolve("own/Verify.java"), tool);
    }
    Path rest = part.resolve("boot").resolve(Art.ANDROID);
    if (!Files.exists(rest)) {
      classes.makeAndroid(rest);
    }
  }
}
