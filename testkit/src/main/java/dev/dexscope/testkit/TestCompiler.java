package dev.dexscope.testkit;

import com.android.tools.r8.ClassFileResourceProvider;
import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes the programs of tests: class files of Java sources, dex code of class files.
 *
 * <pre>{@code
 * TestCompiler.javac("--release", "11", "-d", folder.toString(), source.toString());
 * TestCompiler.d8(TestCompiler.classesIn(folder), 26, folder.resolve("program.jar"));
 * }</pre>
 */
public final class TestCompiler {
  private TestCompiler() {}

  /**
   * The JDK's classes, listed once: that takes ten times as long as D8 does for a small program.
   */
  private static final class Jdk {
    static final ClassFileResourceProvider CLASSES = list();

    private static ClassFileResourceProvider list() {
      try {
        return JdkClassFileProvider.fromSystemModulesJdk(Path.of(System.getProperty("java.home")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Runs Java's compiler.
   *
   * @throws IllegalArgumentException where it refuses
   */
  public static void javac(String... arguments) {
    int exit = ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, arguments);
    if (exit != 0) {
      throw new IllegalArgumentException("does not compile");
    }
  }

  /**
   * Packs files, each under its own name.
   *
   * @param attributes of the manifest
   */
  public static void jar(Path jar, Map<String, String> attributes, List<Path> files)
      throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::putValue);
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Path each : files) {
        out.putNextEntry(new JarEntry(each.getFileName().toString()));
        Files.copy(each, out);
      }
    }
  }

  /** The class files that stand in a folder itself. */
  public static List<Path> classesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".class")).toList();
    }
  }

  /**
   * Makes dex code, as for debugging.
   *
   * @param output a folder, or a jar
   */
  public static void d8(List<Path> classes, int apiLevel, Path output)
      throws CompilationFailedException {
    d8(classes, apiLevel, CompilationMode.DEBUG, output);
  }

  /** The same for debugging, or as for a release. */
  public static void d8(List<Path> classes, int apiLevel, CompilationMode mode, Path output)
      throws CompilationFailedException {
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes)
            .addLibraryResourceProvider(Jdk.CLASSES)
            .setMinApiLevel(apiLevel)
            .setMode(mode)
            .setOutput(output, OutputMode.DexIndexed)
            .build());
  }
}
