package dev.dexscope.agents;

import dev.dexscope.agents.api.Agent;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The code of agents in Java: a jar or folder that names them as services, or a source file, which
 * is compiled.
 */
final class AgentCode {
  private static final String SOURCE = ".java";
  private static final String SERVICES = "META-INF/services/" + Agent.class.getName();

  private AgentCode() {}

  /** Makes the agents that an option names. */
  static List<Agent> load(AgentOption option) throws IOException {
    Path file = Path.of(option.agent());
    if (!Files.exists(file)) {
      throw new AgentException(
          "no agent, " + file + "; use a jar, a folder of classes, or a Java source file");
    }
    Path code = file.toString().endsWith(SOURCE) ? compile(file) : file;
    // It stays open: agents load classes as long as they run.
    var loader =
        new URLClassLoader(new URL[] {code.toUri().toURL()}, AgentCode.class.getClassLoader());
    List<Agent> agents;
    try {
      agents =
          ServiceLoader.load(Agent.class, loader).stream()
              .filter(each -> loader.equals(each.type().getClassLoader()))
              .map(ServiceLoader.Provider::get)
              .toList();
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new AgentException("the agent cannot be started, " + file + "; " + reason(e));
    }
    if (agents.isEmpty()) {
      throw new AgentException("no agent, " + file + "; it has no " + SERVICES);
    }
    return agents;
  }

  private static String reason(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? String.valueOf(e.getMessage()) : cause.toString();
  }

  /**
   * Compiles a source file; returns the folder of its classes, which exists until the process ends.
   */
  private static Path compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new AgentException("no compiler for " + source + "; run on a JDK, or use a jar");
    }
    Path folder = Files.createTempDirectory("dexscope-agent");
    var problems = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
      List<String> options = List.of("-d", folder.toString(), "-proc:none", "-parameters", "-g");
      if (!compiler
          .getTask(null, files, problems, options, null, files.getJavaFileObjects(source))
          .call()) {
        deleteAtEnd(folder);
        throw new AgentException("the agent does not compile, " + firstError(source, problems));
      }
    }
    nameService(folder, source);
    deleteAtEnd(folder);
    return folder;
  }

  private static String firstError(Path source, DiagnosticCollector<JavaFileObject> problems) {
    for (Diagnostic<?> each : problems.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        String message = each.getMessage(Locale.ROOT).lines().findFirst().orElse("");
        return source + ":" + each.getLineNumber() + "; " + message;
      }
    }
    return source + "; the compiler reported no reason";
  }

  /** The agent is the class that the file is named after. */
  private static void nameService(Path folder, Path source) throws IOException {
    String file = String.valueOf(source.getFileName()).replace(SOURCE, ".class");
    try (Stream<Path> all = Files.walk(folder)) {
      Path found =
          all.filter(each -> each.endsWith(file))
              .findFirst()
              .orElseThrow(
                  () -> new AgentException("no agent, " + source + "; no class has its name"));
      String name = folder.relativize(found).toString().replace(".class", "").replace('/', '.');
      Path services = folder.resolve(SERVICES);
      Files.createDirectories(services.getParent());
      Files.writeString(services, name + "\n");
    }
  }

  /** The last registered is deleted first: a folder after its content. */
  private static void deleteAtEnd(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.forEach(each -> each.toFile().deleteOnExit());
    }
  }
}
