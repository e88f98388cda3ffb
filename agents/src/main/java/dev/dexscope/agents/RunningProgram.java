package dev.dexscope.agents;

import static java.util.stream.Collectors.toSet;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A program that runs in another process, on the embedded VM.
 *
 * <pre>{@code
 * RunningProgram.attach("4711", AgentOption.path("/home/me/libgctest.so"));
 * }</pre>
 */
public final class RunningProgram {
  /** The answer of an agent in a process that is still compiling, or loading. */
  static final String NOT_BEGUN = "the program has not begun; repeat the command when it has";

  private static final String NOTHING_WRITTEN = "?";

  /** The class that runs an app in a process of its own. */
  private static final String APP_MAIN = "dev.dexscope.apphost.AppMain";

  private RunningProgram() {}

  /**
   * Loads an agent into it: a library, whose {@code Agent_OnAttach} is called, or a jar with an
   * Agent-Class, whose {@code agentmain} is.
   *
   * @param pid the process
   * @throws AgentException when there is no such program, or the agent cannot be loaded
   */
  public static void attach(String pid, AgentOption agent) throws IOException {
    ask(pid, AttachedAgent.class, withFullPath(agent));
  }

  /**
   * Writes the class files that its dex classes were made into: what a compiler needs to know of
   * them.
   *
   * @param jar where they go
   * @throws AgentException when there is no such program
   */
  public static void export(String pid, Path jar) throws IOException {
    ask(pid, SwappingAgent.class, SwappingAgent.EXPORT + jar.toAbsolutePath());
  }

  /**
   * Lets it run the class files of a folder instead of its classes of these names.
   *
   * @throws AgentException when there is no such program
   */
  public static List<SwappedClass> swap(String pid, Path folder) throws IOException {
    String answer = ask(pid, SwappingAgent.class, SwappingAgent.SWAP + folder.toAbsolutePath());
    return answer.lines().skip(1).map(SwappedClass::of).toList();
  }

  /**
   * Gives the answer of a class of ours in that process, whose first line is empty. The command
   * that runs an app has no program, but a process of its own that has it.
   */
  private static String ask(String pid, Class<?> agent, String request) throws IOException {
    String said = askProcess(pid, agent, request);
    if (said.equals(NOT_BEGUN)) {
      for (String each : appsOf(pid)) {
        said = askProcess(each, agent, request);
      }
    }
    if (!said.isEmpty() && !said.startsWith("\n")) {
      throw new AgentException(said);
    }
    return said;
  }

  /** The apps that a process has started. */
  private static List<String> appsOf(String pid) {
    Set<String> started =
        ProcessHandle.of(Long.parseLong(pid)).stream()
            .flatMap(ProcessHandle::descendants)
            .map(each -> String.valueOf(each.pid()))
            .collect(toSet());
    return VirtualMachine.list().stream()
        .filter(each -> started.contains(each.id()) && each.displayName().startsWith(APP_MAIN))
        .map(VirtualMachineDescriptor::id)
        .toList();
  }

  private static String askProcess(String pid, Class<?> agent, String request) throws IOException {
    Path answer = Files.createTempFile("dexscope", ".answer");
    Path jar = Files.createTempFile("dexscope", ".jar");
    try {
      Files.writeString(answer, NOTHING_WRITTEN);
      writeAgent(jar, agent);
      load(pid, jar, answer + "\n" + request);
      String said = Files.readString(answer);
      if (said.equals(NOTHING_WRITTEN)) {
        throw new AgentException(noProgram(pid));
      }
      return said;
    } finally {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(answer);
    }
  }

  private static String withFullPath(AgentOption agent) {
    String options = agent.options() == null ? "" : "=" + agent.options();
    return Path.of(agent.agent()).toAbsolutePath() + options;
  }

  private static String noProgram(String pid) {
    return "no program of dexscope run, process " + pid + "; jps lists the Java VMs";
  }

  /** A jar with nothing but a manifest: the class is in the other process. */
  private static void writeAgent(Path jar, Class<?> agent) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Agent-Class", agent.getName());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  private static void load(String pid, Path jar, String request) throws IOException {
    VirtualMachine process;
    try {
      process = VirtualMachine.attach(pid);
    } catch (AttachNotSupportedException | IOException e) {
      throw new AgentException(noProgram(pid));
    }
    try {
      process.loadAgent(jar.toString(), request);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw new AgentException(noProgram(pid));
    } catch (IOException e) {
      throw new AgentException("the program has ended while the agent was loaded, process " + pid);
    } finally {
      process.detach();
    }
  }
}
