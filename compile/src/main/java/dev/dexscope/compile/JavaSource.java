package dev.dexscope.compile;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import dev.dexscope.base.install.MissingToolException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Source files: one with those that it uses in the folder of its packages, or all of a folder. */
public final class JavaSource {
  private static final String SUFFIX = ".java";
  private static final String MODULE = "module-info.java";

  /** The file that the user named. */
  private final Path file;

  private final JavaCompiler compiler;
  private final PrintWriter messages;

  private JavaSource(Path file, JavaCompiler compiler, PrintWriter messages) {
    this.file = file;
    this.compiler = compiler;
    this.messages = messages;
  }

  /**
   * Compiles a source file, or all below a folder.
   *
   * @param classes the folder for the class files
   * @param classPath jars and folders of other classes; sources in such folders are compiled too
   * @param release the version of Java; 0 for this one
   * @param messages where the compiler says what it thinks of it
   * @return the class that is named as the file, with its package; empty when there is none
   */
  static String compile(
      Path file, Path classes, List<Path> classPath, int release, PrintWriter messages)
      throws IOException {
    var path = new StringJoiner(File.pathSeparator).add(classes.toString());
    var sources = new StringJoiner(File.pathSeparator).setEmptyValue("");
    for (Path each : classPath) {
      if (Files.isDirectory(each)) {
        sources.add(each.toString());
      }
      if (Files.isDirectory(each) || each.toString().endsWith(".jar")) {
        path.add(each.toString());
      }
    }
    return compile(file, classes, path.toString(), sources.toString(), release, messages);
  }

  /**
   * Compiles a source for this version of Java, as the JDK's compiler does it for debuggers.
   *
   * @param classes the folder for the class files
   * @param classPath where other classes are
   * @param messages where the compiler says what it thinks of it
   * @throws CompileException if it does not compile
   * @throws IOException if the class files cannot be written
   */
  public static void compile(Path file, Path classes, String classPath, PrintWriter messages)
      throws IOException {
    compile(file, classes, classPath, "", 0, messages);
  }

  private static String compile(
      Path file,
      Path classes,
      String classPath,
      String sourcePath,
      int release,
      PrintWriter messages)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new MissingToolException(
          "this Java runtime has no compiler", file, "use a JDK, or give the class files in a jar");
    }
    return new JavaSource(file, compiler, messages)
        .compile(classes, classPath, sourcePath, release);
  }

  private String compile(Path classes, String classPath, String sourcePath, int release)
      throws IOException {
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<Path> sources = List.of(file);
      String roots = sourcePath;
      String mainClass = "";
      if (Files.isDirectory(file)) {
        sources = sources(file);
      } else {
        CompilationUnitTree unit = parse(files);
        String packageName = packageName(unit);
        roots = root(packageName) + (roots.isEmpty() ? "" : File.pathSeparator + roots);
        mainClass = mainClass(unit, packageName);
      }
      // Not the class path of this program itself.
      List<String> options =
          List.of(
              "-g",
              "-nowarn",
              "-proc:none",
              "-implicit:class",
              "-d",
              classes.toString(),
              "-cp",
              classPath,
              "-sourcepath",
              roots);
      if (!task(messages, files, release == 0 ? options : with(release, options), sources).call()) {
        throw new CompileException("does not compile", file, "see the compiler's messages above");
      }
      return mainClass;
    }
  }

  /** A module's description is none: its classes are compiled for the class path. */
  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(each -> each.toString().endsWith(SUFFIX) && !each.endsWith(MODULE))
          .sorted()
          .toList();
    }
  }

  private static List<String> with(int release, List<String> options) {
    List<String> all = new java.util.ArrayList<>(options);
    all.addAll(List.of("--release", Integer.toString(release)));
    return all;
  }

  private JavacTask task(
      PrintWriter to, StandardJavaFileManager files, List<String> options, List<Path> sources) {
    return (JavacTask)
        compiler.getTask(
            to, files, null, options, null, files.getJavaFileObjectsFromPaths(sources));
  }

  private CompilationUnitTree parse(StandardJavaFileManager files) throws IOException {
    // What is wrong with it is said when it is compiled.
    var silent = new PrintWriter(PrintWriter.nullWriter());
    return task(silent, files, List.of(), List.of(file)).parse().iterator().next();
  }

  private static String packageName(CompilationUnitTree unit) {
    @Nullable ExpressionTree name = unit.getPackageName();
    return name == null ? "" : name.toString();
  }

  /** The folder in which the packages begin; the file's own where it is in no such folder. */
  private Path root(String packageName) {
    Path folder = file.toAbsolutePath().normalize().resolveSibling("");
    if (packageName.isEmpty()) {
      return folder;
    }
    Path packages = Path.of("", packageName.split("\\."));
    if (!folder.endsWith(packages)) {
      return folder;
    }
    Path root = folder;
    for (int i = 0; i < packages.getNameCount() && root.getParent() != null; i++) {
      root = root.getParent();
    }
    return root;
  }

  private String mainClass(CompilationUnitTree unit, String packageName) {
    String wanted = file.getFileName().toString();
    wanted = wanted.substring(0, wanted.length() - SUFFIX.length());
    for (Tree each : unit.getTypeDecls()) {
      if (each instanceof com.sun.source.tree.ClassTree type
          && type.getSimpleName().contentEquals(wanted)) {
        return packageName.isEmpty() ? wanted : packageName + "." + wanted;
      }
    }
    return "";
  }
}
