import com.sun.tools.javac.file.JavacFileManager;
import com.sun.tools.javac.util.Context;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The compiler with its checks (Error Prone, NullAway), and the formatter. Their code is loaded once for all modules: what
 * loads it anew for each spends most of its time on that.
 */
final class Checks {
  private final String processorPath;
  private final ClassLoader checks;
  private final ClassLoader format;

  /**
   * @param checks the jars of the compiler's plug-ins and annotation processors
   * @param format those of the formatter
   */
  Checks(List<Path> checks, List<Path> format) throws IOException {
    this.processorPath = path(checks);
    this.checks = loader(checks);
    this.format = loader(format);
  }

  static String path(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator));
  }

  /** One that the compiler cannot close: it closes those that it can after each run. */
  private static ClassLoader loader(List<Path> jars) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path each : jars) {
      urls.add(each.toUri().toURL());
    }
    return new ClassLoader(new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getSystemClassLoader())) {};
  }

  /** Compiles sources; the messages of a compilation that fails are the exception's. */
  void compile(List<String> options, List<Path> sources, String what) throws IOException, BuildFailure {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-processorpath", processorPath));
    var messages = new StringWriter();
    try (var files = new Loaded()) {
      boolean isCompiled =
          ToolProvider.getSystemJavaCompiler()
              .getTask(messages, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new BuildFailure(messages.toString(), what + " fails its checks");
      }
    }
  }

  private final class Loaded extends JavacFileManager {
    Loaded() {
      super(new Context(), false, StandardCharsets.UTF_8);
    }

    @Override
    public ClassLoader getClassLoader(JavaFileManager.Location location) {
      return location == StandardLocation.ANNOTATION_PROCESSOR_PATH ? checks : super.getClassLoader(location);
    }
  }

  /** Whether a file is as the formatter would write it. */
  boolean isFormatted(Path file) throws IOException, ReflectiveOperationException {
    String source = Files.readString(file);
    return formatted(source).equals(source);
  }

  /** The steps that Spotless takes. */
  private String formatted(String source) throws ReflectiveOperationException {
    String names = "com.google.googlejavaformat.java.";
    Class<?> formatter = format.loadClass(names + "Formatter");
    Object made = formatter.getConstructor().newInstance();
    String formatted = (String) call(formatter.getMethod("formatSource", String.class), made, source);
    Method unused = format.loadClass(names + "RemoveUnusedImports").getMethod("removeUnusedImports", String.class);
    Class<?> style = format.loadClass(names + "JavaFormatterOptions$Style");
    Method order = format.loadClass(names + "ImportOrderer").getMethod("reorderImports", String.class, style);
    return (String) call(order, null, call(unused, null, formatted), style.getField("GOOGLE").get(null));
  }

  private static Object call(Method method, Object of, Object... arguments) throws ReflectiveOperationException {
    try {
      return method.invoke(of, arguments);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(e.getCause());
    }
  }
}
