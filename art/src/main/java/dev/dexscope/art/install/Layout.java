package dev.dexscope.art.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where an installation has its parts.
 *
 * @param root what the distribution's packages contain
 * @param work the folder for what is made on the way
 * @param lib the folder of the libraries that are kept
 */
record Layout(Path root, Path work, Path lib) {
  private static final Pattern LIBRARY = Pattern.compile(".*\\.so(\\.\\d+)*");

  /** Those that the runtime needs, and its package does not declare. */
  private static final List<String> BELOW_RUNTIME =
      Stream.of(
              "sigchain.so.0",
              "backtrace.so.0",
              "ziparchive.so.0",
              "base.so.0",
              "log.so.0",
              "nativeloader.so.0",
              "nativebridge.so.0",
              "dexfile_support.so.0",
              "lz4.so.1",
              "z.so.1")
          .map(each -> "-l:lib" + each)
          .toList();

  private static final List<String> OWN =
      List.of(
          "android.c",
          "icu_internal.h",
          "icu_jni.c",
          "launcher.c",
          "strict_math.h",
          "verify.cc",
          "xz.cc",
          "Verify.java");

  /** Collects the packages' libraries in one folder, and writes our own sources. */
  void prepare() throws IOException {
    Files.createDirectories(lib);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path each : files.filter(Layout::isLibrary).toList()) {
        Files.copy(
            each,
            lib.resolve(each.getFileName()),
            LinkOption.NOFOLLOW_LINKS,
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.createDirectories(own());
    for (String each : OWN) {
      try (InputStream in = Layout.class.getResourceAsStream(each)) {
        Files.copy(
            Objects.requireNonNull(in), own().resolve(each), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isLibrary(Path file) {
    return LIBRARY.matcher(file.getFileName().toString()).matches() && !Files.isDirectory(file);
  }

  /** The folder of our own sources. */
  Path own() {
    return work.resolve("own");
  }

  Path objects(String name) {
    return work.resolve("objects").resolve(name);
  }

  /** The folders of the packages' headers. */
  List<Path> includes() {
    Path include = root.resolve("usr/include");
    return List.of(
        include.resolve("android/nativehelper"),
        include.resolve("android/nativehelper/include_jni"),
        include.resolve("android"),
        include);
  }

  void library(Clang clang, String name, List<Path> objects, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("-shared", "-Wl,-soname," + name));
    words.addAll(List.of("-L" + lib, "-Wl,-rpath-link," + lib, "-Wl,-rpath,$ORIGIN"));
    words.addAll(Arrays.asList(options));
    clang.link(lib.resolve(name), objects, words.toArray(String[]::new));
  }

  /** Links a program with the runtime's needs, which it does not declare. */
  void program(Clang clang, String name, List<Path> objects, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("-L" + lib, "-Wl,-rpath-link," + lib));
    words.addAll(List.of("-Wl,-rpath,$ORIGIN", "-Wl,--no-as-needed"));
    words.addAll(Arrays.asList(options));
    words.addAll(BELOW_RUNTIME);
    words.addAll(List.of("-lstdc++", "-ldl", "-lpthread"));
    clang.link(lib.resolve(name), objects, words.toArray(String[]::new));
  }
}
