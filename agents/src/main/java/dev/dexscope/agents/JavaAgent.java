package dev.dexscope.agents;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * An agent of {@code java.lang.instrument}: a jar whose manifest has a Premain-Class, or an
 * Agent-Class for one that comes to a program that runs. It sees the class files that the program's
 * dex classes are made into, and can change them. What it puts into the program finds its classes.
 */
final class JavaAgent {
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

  private final Path file;
  private final @Nullable String options;
  private final Entry entry;
  private final String className;
  private final ClassLoader loader;
  private final Instrumentation host;

  private JavaAgent(AgentOption option, Entry entry) throws IOException {
    this.file = Path.of(option.agent());
    this.options = option.options();
    this.entry = entry;
    if (!Files.isRegularFile(file)) {
      throw new AgentException("no agent, " + file + "; specify the path of a jar");
    }
    this.host = Vm.instrumentation();
    try (var jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      this.className = agentClass(file, manifest, entry);
      addToBoot(file, manifest, host);
    } catch (ZipException e) {
      throw new AgentException("no agent, " + file + "; it is not a jar");
    }
    this.loader = Vm.code().addAgent(file);
  }

  /**
   * Reads the manifest of an agent for the program's start. The VM has been started and runs no
   * program yet.
   *
   * @throws AgentException when it is not an agent
   */
  static JavaAgent open(AgentOption option) throws IOException {
    return new JavaAgent(option, Entry.AT_START);
  }

  /** Calls the {@code agentmain} of an agent, while a program runs. */
  static void attach(AgentOption option) throws IOException {
    new JavaAgent(option, Entry.LATER).start();
  }

  /**
   * Calls the agent's method.
   *
   * @throws AgentException when there is no such method, or it throws
   */
  void start() throws AgentException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * The manifest's Boot-Class-Path: paths beside the jar, separated by spaces. Missing ones are
   * ignored, according to the specification.
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

  private void call() throws AgentException {
    try {
      Class<?> type = Class.forName(className, true, loader);
      Method begins;
      try {
        begins = type.getMethod(entry.method, String.class, Instrumentation.class);
        begins.setAccessible(true); // The class need not be public.
        begins.invoke(null, options, new ProgramInstrumentation(host));
      } catch (NoSuchMethodException e) {
        begins = type.getMethod(entry.method, String.class);
        begins.setAccessible(true);
        begins.invoke(null, options);
      }
    } catch (InvocationTargetException e) {
      // As in the JVM: the cause may differ much from its message.
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
