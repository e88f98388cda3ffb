package dev.dexscope.agents;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * An agent of {@code java.lang.instrument}: a jar whose manifest has a Premain-Class, or an
 * Agent-Class for one that comes to a program that runs. It sees the class files that the program's
 * dex classes are made into, and can change them. What it puts into the program finds its classes.
 *
 * <pre>{@code
 * JavaAgent.start("counter.jar=verbose");
 * int exitCode = vm.run(program, Map.of(), arguments);
 * }</pre>
 */
public final class JavaAgent {
  private JavaAgent() {}

  /** How an agent begins: an attribute of its manifest, and a method of the class that it names. */
  private enum Entry {
    AT_START("Premain-Class", "premain"),
    LATER("Agent-Class", "agentmain");

    private final String attribute;
    private final String method;

    Entry(String attribute, String method) {
      this.attribute = attribute;
      this.method = method;
    }
  }

  /**
   * Calls the {@code premain} of an agent. The VM has been started and runs no program yet.
   *
   * @param word {@code jar=options}
   * @throws AgentException when it is none, or its method throws
   */
  public static void start(String word) throws IOException {
    start(AgentOption.path(word), Entry.AT_START);
  }

  /** Calls the {@code agentmain} of an agent, while a program runs. */
  static void attach(AgentOption option) throws IOException {
    start(option, Entry.LATER);
  }

  private static void start(AgentOption option, Entry entry) throws IOException {
    Path file = Path.of(option.agent());
    if (!Files.isRegularFile(file)) {
      throw new AgentException("no agent, " + file + "; give the path of a jar");
    }
    Instrumentation host = Vm.instrumentation();
    String name;
    try (var jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      name = agentClass(file, manifest, entry);
      addToBoot(file, manifest, host);
    } catch (ZipException e) {
      throw new AgentException("no agent, " + file + "; it is no jar");
    }
    ClassLoader loader = Vm.code().addAgent(file);
    String options = Objects.requireNonNullElse(option.options(), "");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      call(file, name, loader, entry, options, new ProgramInstrumentation(host));
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

  private static String agentClass(Path file, @Nullable Manifest manifest, Entry entry)
      throws AgentException {
    String name = manifest == null ? null : manifest.getMainAttributes().getValue(entry.attribute);
    if (name == null) {
      throw new AgentException("no agent, " + file + "; its manifest has no " + entry.attribute);
    }
    return name;
  }

  private static void call(
      Path file,
      String name,
      ClassLoader loader,
      Entry entry,
      String options,
      Instrumentation shown)
      throws AgentException {
    try {
      Class<?> type = Class.forName(name, true, loader);
      Method begins;
      try {
        begins = type.getMethod(entry.method, String.class, Instrumentation.class);
        begins.invoke(null, options, shown);
      } catch (NoSuchMethodException e) {
        begins = type.getMethod(entry.method, String.class);
        begins.invoke(null, options);
      }
    } catch (InvocationTargetException e) {
      // As the JVM does: the reason may be far from what it says.
      Throwable failure = e.getTargetException();
      failure.setStackTrace(untilCall(failure.getStackTrace()));
      failure.printStackTrace();
      throw new AgentException("the agent has failed, " + file + "; " + failure);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new AgentException("the agent cannot be started, " + file + "; " + e);
    }
  }

  /** Without what has called the agent. */
  private static StackTraceElement[] untilCall(StackTraceElement[] trace) {
    int end = 0;
    while (end < trace.length && !trace[end].getClassName().equals(JavaAgent.class.getName())) {
      end++;
    }
    while (end > 0 && trace[end - 1].getClassName().contains(".reflect.")) {
      end--;
    }
    return Arrays.copyOf(trace, end);
  }
}
