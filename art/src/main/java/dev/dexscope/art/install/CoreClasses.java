package dev.dexscope.art.install;

import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.process.JavaVm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the runtime starts with. The core library is compiled of the distribution's
 * source, because its native methods belong to that. The classes whose layout the runtime knows are
 * those of the runtime's own version, and so is what the source does not contain: ICU, the security
 * provider, okhttp.
 *
 * @param sources the core library's
 * @param androidAll Android 11's classes
 * @param d8 the jar of D8
 * @param work the folder for what is made on the way
 * @param boot the folder for the jars of dex code
 */
record CoreClasses(Path sources, Path androidAll, Path d8, Path work, Path boot) {
  /** The runtime is newer than the library by one Android version. */
  static final List<SourceEdit> EDITS =
      List.of(
          // The copies of descriptors need a class that is initialized later.
          new SourceEdit(
              "ojluni/src/main/java/java/io/FileDescriptor.java",
              "= dupFd\\((\\d)\\);",
              "= new FileDescriptor($1);"),
          // A copy of ICU's class in Android 10 only.
          new SourceEdit(
              "ojluni/src/main/java/java/text/DecimalFormat.java",
              "DecimalFormat_ICU58_Android",
              "DecimalFormat"),
          // The runtime registers this method.
          new SourceEdit(
              "ojluni/src/main/java/java/lang/Thread.java",
              "^class Thread implements Runnable \\{|^public\\s+class Thread implements Runnable \\{",
              "$0\n    private native int getNativeTid();"));

  private static final String NOT_FOR_RUNTIMES = "openjdk_lambda_duplicate_stub_files";
  private static final Pattern OF_RUNTIME =
      Pattern.compile(
          "(dalvik/system/|org/apache/harmony/dalvik/|java/lang/DexCache|android/compat/"
              + "|libcore/api/|libcore/util/(NonNull|Nullable|FP16)).*");
  private static final Pattern MORE =
      Pattern.compile("(android/icu|com/android/(icu|okhttp|org))/.*");
  private static final Pattern ANDROID =
      Pattern.compile(
          "(android|com/(android|google/android)|javax/microedition|org/(json|xmlpull|apache|ccil)"
              + ")/.*\\.class");
  private static final String LEVEL = "30";

  void make() throws IOException {
    Path classes = Files.createDirectories(work.resolve("classes"));
    compileCore(classes);
    Path core = work.resolve("core-classes.jar");
    pack(core, classes, OF_RUNTIME);
    Path more = work.resolve("more-classes.jar");
    pack(more, null, MORE);
    Files.createDirectories(boot);
    Path coreCode = work.resolve("core.jar");
    dex(core, coreCode, List.of("--android-platform-build"));
    store(boot.resolve("core.jar"), coreCode);
    Path moreCode = work.resolve("more.jar");
    dex(more, moreCode, List.of("--android-platform-build", "--lib", core.toString()));
    store(boot.resolve("more.jar"), moreCode, more);
  }

  /** Makes dex code of all other classes of Android, which no program needs to start. */
  void makeAndroid(Path output) throws IOException {
    Path core = work.resolve("core-classes.jar");
    Path more = work.resolve("more-classes.jar");
    Path rest = work.resolve("android-classes.jar");
    Set<String> names = new HashSet<>();
    for (Path each : List.of(core, more)) {
      try (ZipFile done = new ZipFile(each.toFile())) {
        done.stream().forEach(entry -> names.add(entry.getName()));
      }
    }
    try (var zip = output(rest);
        ZipFile android = new ZipFile(androidAll.toFile())) {
      copy(android, ANDROID, names, zip);
    }
    Path code = work.resolve("android.jar");
    dex(
        rest,
        code,
        List.of("--android-platform-build", "--lib", core.toString(), "--lib", more.toString()));
    store(output, code);
  }

  /** Makes dex code of a program of ours that runs there. */
  void makeTool(Path source, Path output) throws IOException {
    Path classes = Files.createDirectories(work.resolve("tool"));
    Path core = work.resolve("core-classes.jar");
    javac(List.of(source), classes, core + ":" + androidAll);
    Path jar = work.resolve("tool.jar");
    pack(jar, classes, Pattern.compile("-"));
    dex(jar, output, List.of("--lib", core.toString()));
  }

  private void compileCore(Path classes) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    for (String each : List.of("openjdk_java_files.bp", "non_openjdk_java_files.bp")) {
      Blueprint lists = Blueprint.of(sources.resolve(each));
      for (String module : lists.modules()) {
        if (!module.equals(NOT_FOR_RUNTIMES)) {
          files.addAll(lists.sources(module));
        }
      }
    }
    files.removeIf(
        each -> !Files.exists(each) || each.toString().contains("Java9LanguageFeatures"));
    javac(List.copyOf(files), classes, androidAll.toString());
  }

  private void javac(List<Path> files, Path classes, String classPath) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new MissingToolException(
          "this Java has no compiler", System.getProperty("java.home"), "use a JDK");
    }
    List<String> words = new ArrayList<>(List.of("-nowarn", "-g", "-proc:none", "-implicit:none"));
    words.addAll(List.of("-source", "8", "-target", "8", "-encoding", "UTF-8", "-Xlint:none"));
    words.addAll(List.of("-bootclasspath", classPath, "-cp", classPath, "-sourcepath", ""));
    words.addAll(List.of("-extdirs", "", "-d", classes.toString()));
    files.forEach(each -> words.add(each.toString()));
    Path log = work.resolve("javac.log");
    int exitCode;
    try (OutputStream messages = Files.newOutputStream(log)) {
      exitCode = compiler.run(null, messages, messages, words.toArray(String[]::new));
    }
    if (exitCode != 0) {
      throw new MissingToolException(
          "the core library does not compile", log, "see this file, and docs/art.md");
    }
  }

  /** Packs some of Android's classes, and a folder's of other names. */
  private void pack(Path jar, @Nullable Path folder, Pattern others) throws IOException {
    Set<String> names = new HashSet<>();
    try (var zip = output(jar);
        ZipFile android = new ZipFile(androidAll.toFile())) {
      copy(android, others, names, zip);
      if (folder != null) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
            String name = folder.relativize(each).toString();
            if (names.add(name)) {
              zip.putNextEntry(new ZipEntry(name));
              Files.copy(each, zip);
            }
          }
        }
      }
    }
  }

  private static ZipOutputStream output(Path jar) throws IOException {
    return new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
  }

  private static void copy(ZipFile from, Pattern names, Set<String> done, ZipOutputStream to)
      throws IOException {
    for (ZipEntry each : (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
      if (!each.isDirectory()
          && names.matcher(each.getName()).matches()
          && done.add(each.getName())) {
        to.putNextEntry(new ZipEntry(each.getName()));
        try (InputStream in = from.getInputStream(each)) {
          in.transferTo(to);
        }
      }
    }
  }

  /**
   * Writes dex code without compression, which the runtime would have to undo at each start.
   *
   * @param resources archives whose files that are no code are added, as D8 leaves them out
   */
  private static void store(Path output, Path code, Path... resources) throws IOException {
    Path part = output.resolveSibling(output.getFileName() + ".part");
    try (var zip = output(part);
        ZipFile dex = new ZipFile(code.toFile())) {
      zip.setMethod(ZipOutputStream.STORED);
      store(dex, Pattern.compile(".*"), zip);
      for (Path each : resources) {
        try (ZipFile all = new ZipFile(each.toFile())) {
          store(all, Pattern.compile(".*(?<!\\.class)"), zip);
        }
      }
    }
    Files.move(part, output, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void store(ZipFile from, Pattern names, ZipOutputStream to) throws IOException {
    for (ZipEntry each : (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
      if (!each.isDirectory() && names.matcher(each.getName()).matches()) {
        ZipEntry stored = new ZipEntry(each.getName());
        stored.setSize(each.getSize());
        stored.setCompressedSize(each.getSize());
        stored.setCrc(each.getCrc());
        to.putNextEntry(stored);
        try (InputStream in = from.getInputStream(each)) {
          in.transferTo(to);
        }
      }
    }
  }

  private void dex(Path classes, Path output, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of(JavaVm.program(), "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", d8.toString(), "com.android.tools.r8.D8", "--debug"));
    command.addAll(List.of("--min-api", LEVEL, "--output", output.toString()));
    command.addAll(options);
    command.add(classes.toString());
    new Tools(work).run(command);
  }
}
