package dev.dexscope.tools;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * An agent of {@code java.lang.instrument}: a jar whose manifest has a Premain-Class. It sees the
 * class files that the program's dex classes are made into, and can change them. What it puts into
 * the program finds its classes.
 *
 * <pre>{@code
 * JavaAgent.start("counter.jar=verbose");
 * int exitCode = vm.run(program, Map.of(), arguments);
 * }</pre>
 */
public final class JavaAgent {
  private JavaAgent() {}

  /**
   * Calls the {@code premain} of an agent. The VM has been started and runs no program yet.
   *
   * @param word {@code jar=options}
   * @throws AgentException when it is none, or its method throws
   */
  public static void start(String word) throws IOException {
    AgentOption option = AgentOption.path(word);
    Path file = Path.of(option.agent());
    if (!Files.isRegularFile(file)) {
      throw new AgentException("no agent, " + file + "; give the path of a jar");
    }
    Instrumentation host = Vm.instrumentation();
    String name;
    try (var jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      name = premainClass(file, manifest);
      addToBoot(file, manifest, host);
    } catch (ZipException e) {
      throw new AgentException("no agent, " + file + "; it is no jar");
    }
    ClassLoader loader = Vm.addAgent(file);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      call(file, name, loader, option.options(), new ProgramInstrumentation(host));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * The manifest's Boot-Class-Path: paths beside the jar, separated by spaces. Those that are not
   * there are passed over, as the specification says.
   */
  private static void addToBoot(Path file, Manifest manifest, Instrumentation host)
      throws IOException {
    String paths = manifest.getMainAttributes().getValue("Boot-Class-Path");
    if (paths == null) {
      return;
    }
    for (String each : paths.trim().split(" +")) {
      Path path = file.resolveSibling(each);
      if (Files.isRegularFile(path)) {
        try (var jar = new JarFile(path.toFile())) {
          host.appendToBootstrapClassLoaderSearch(jar);
        }
      }
    }
  }

  private static String premainClass(Path file, @Nullable Manifest manifest) throws AgentException {
    String name = manifest == null ? null : manifest.getMainAttributes().getValue("Premain-Class");
    if (name == null) {
      throw new AgentException("no agent, " + file + "; its manifest has no Premain-Class");
    }
    return name;
  }

  private static void call(
      Path file, String name, ClassLoader loader, String options, Instrumentation shown)
      throws AgentException {
    try {
      Class<?> type = Class.forName(name, true, loader);
      Method premain;
      try {
        premain = type.getMethod("premain", String.class, Instrumentation.class);
        premain.invoke(null, options, shown);
      } catch (NoSuchMethodException e) {
        premain = type.getMethod("premain", String.class);
        premain.invoke(null, options);
      }
    } catch (InvocationTargetException e) {
      // As the JVM does: the reason may be far from what it says.
      e.getTargetException().printStackTrace();
      throw new AgentException("the agent has failed, " + file + "; " + e.getTargetException());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new AgentException("the agent cannot be started, " + file + "; " + e);
    }
  }
}
