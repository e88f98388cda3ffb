package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.Diagnostic;
import com.android.tools.r8.DiagnosticsHandler;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Makes class files and dex jars of programs that engines are compared with. */
public final class GuestBuild {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  private GuestBuild() {}

  /** Compiles all sources below the folders. */
  public static void javac(Collection<Path> sources, List<Path> classPath, Path classes)
      throws IOException {
    var args = new ArrayList<String>(List.of("-nowarn", "-Xlint:none", "--release", "17", "-g"));
    args.addAll(List.of("-d", classes.toString()));
    if (!classPath.isEmpty()) {
      args.addAll(List.of("-cp", joined(classPath)));
    }
    for (Path folder : sources) {
      files(folder, ".java").forEach(file -> args.add(file.toString()));
    }
    Files.createDirectories(classes);
    var javac = ToolProvider.findFirst("javac").orElseThrow();
    if (javac.run(System.err, System.err, args.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("javac refuses " + sources);
    }
  }

  /** Dexes class files below folders and in jars into one jar. */
  public static void d8(Collection<Path> programs, List<Path> classPath, int minApi, Path jar)
      throws IOException, CompilationFailedException {
    var files = new ArrayList<Path>();
    for (Path program : programs) {
      files.addAll(Files.isDirectory(program) ? files(program, ".class") : List.of(program));
    }
    Path temporary = jar.resolveSibling("d8-" + jar.getFileName());
    D8.run(
        D8Command.builder(new OnlyErrors())
            .addProgramFiles(files)
            .addClasspathFiles(classPath)
            .addLibraryResourceProvider(JdkClassFileProvider.fromJdkHome(JDK))
            .setMinApiLevel(minApi)
            .setOutput(temporary, OutputMode.DexIndexed)
            .build());
    Files.move(temporary, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Builds NAME.java of {@code bench/agents.d}: NAME.classes and NAME.jar in the work folder. */
  public static void program(Path root, Path work, String name, List<Path> more)
      throws IOException, CompilationFailedException {
    Path source = Files.createDirectories(work.resolve(name + ".source"));
    Files.copy(
        root.resolve("bench/agents.d").resolve(name + ".java"),
        source.resolve(name + ".java"),
        StandardCopyOption.REPLACE_EXISTING);
    var sources = new ArrayList<>(List.of(source));
    sources.addAll(more);
    Path classes = work.resolve(name + ".classes");
    javac(sources, List.of(), classes);
    d8(List.of(classes), List.of(), 26, work.resolve(name + ".jar"));
  }

  /** Puts the files of a folder into a jar. */
  public static void addResources(Path folder, Path jar) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      for (Path file : files(folder, "")) {
        Path to = zip.getPath(folder.relativize(file).toString());
        if (to.getParent() != null) {
          Files.createDirectories(to.getParent());
        }
        Files.copy(file, to);
      }
    }
  }

  /** Copies the files of a folder beside those of another. */
  public static void copy(Path from, Path to) throws IOException {
    for (Path file : files(from, "")) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  public static String joined(List<Path> paths) {
    return String.join(":", paths.stream().map(Path::toString).toList());
  }

  static List<Path> files(Path folder, String suffix) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(suffix))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Libraries name classes that are not there; that is no news. */
  public static final class OnlyErrors implements DiagnosticsHandler {
    @Override
    public void error(Diagnostic error) {
      System.err.println("d8: " + error.getDiagnosticMessage());
    }

    @Override
    public void warning(Diagnostic warning) {}

    @Override
    public void info(Diagnostic info) {}
  }
}
