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
 * class files that the program's dex classes are made into, and can change them. Its classes are
 * the boot loader's, so that what it puts into the program finds them.
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
      name = premainClass(file, jar.getManifest());
      host.appendToBootstrapClassLoaderSearch(jar);
    } catch (ZipException e) {
      throw new AgentException("no agent, " + file + "; it is no jar");
    }
    call(file, name, option.options(), new ProgramInstrumentation(host));
  }

  private static String premainClass(Path file, @Nullable Manifest manifest) throws AgentException {
    String name = manifest == null ? null : manifest.getMainAttributes().getValue("Premain-Class");
    if (name == null) {
      throw new AgentException("no agent, " + file + "; its manifest has no Premain-Class");
    }
    return name;
  }

  private static void call(Path file, String name, String options, Instrumentation shown)
      throws AgentException {
    try {
      Class<?> type = Class.forName(name, true, null);
      Method premain;
      try {
        premain = type.getMethod("premain", String.class, Instrumentation.class);
        premain.invoke(null, options, shown);
      } catch (NoSuchMethodException e) {
        premain = type.getMethod("premain", String.class);
        premain.invoke(null, options);
      }
    } catch (InvocationTargetException e) {
      throw new AgentException("the agent has failed, " + file + "; " + e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new AgentException("the agent cannot be started, " + file + "; " + e);
    }
  }
}
