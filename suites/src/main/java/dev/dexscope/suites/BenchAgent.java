package dev.dexscope.suites;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How programs are started with one agent, or with none, on HotSpot and on the VM.
 *
 * @param root of the project
 * @param work holds what was built
 * @param agent {@code NAME[=OPTIONS]} of a demo agent, one kind of events, or {@link #HOOKS}
 */
public record BenchAgent(Path root, Path work, String agent) {
  public static final String NONE = "none";

  /** Calls by hooks, which HotSpot has not. */
  static final String HOOKS = "hooks";

  public enum Engine {
    HOTSPOT("HotSpot"),
    VM("Dexscope");

    public final String title;

    Engine(String title) {
      this.title = title;
    }
  }

  public boolean runsOn(Engine engine) {
    return engine == Engine.VM || !agent.equals(HOOKS);
  }

  /** A process that runs a program whose class files and dex code are in the work folder. */
  public ProcessBuilder process(Engine engine, String program, List<String> arguments) {
    var builder = new ProcessBuilder(command(engine, program, arguments));
    if (engine == Engine.VM) {
      builder.environment().put("DEXSCOPE_OPTS", libraryPath());
    }
    return builder;
  }

  /** hprof finds the library with which it changes class files where the JDK's are. */
  private String libraryPath() {
    return "-Dsun.boot.library.path=%s/lib:%s"
        .formatted(System.getProperty("java.home"), work.resolve("demo"));
  }

  private List<String> command(Engine engine, String program, List<String> arguments) {
    var command = new ArrayList<String>();
    boolean isHotSpot = engine == Engine.HOTSPOT;
    if (isHotSpot) {
      command.addAll(
          List.of(
              System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC", libraryPath()));
    } else {
      command.addAll(List.of(root + "/dexscope", "run"));
    }
    if (agent.equals(HOOKS)) {
      command.addAll(List.of("--agent", root + "/bench/agents.d/CallCounter.java"));
    } else if (!agent.equals(NONE)) {
      bootJar().ifPresent(jar -> command.add("-Xbootclasspath/a:" + jar));
      command.add(isHotSpot ? "-agentpath:" + agentPath() : "--agentpath=" + agentPath());
    }
    String place = isHotSpot ? program + ".classes" : program + ".jar";
    command.addAll(List.of("-cp", work.resolve(place).toString(), program));
    command.addAll(arguments);
    return command;
  }

  private String agentPath() {
    int options = agent.indexOf('=');
    Path demo = demo(options < 0 ? agent : agent.substring(0, options));
    if (!Files.exists(demo)) {
      return work.resolve("libevents.so") + "=" + agent;
    }
    return demo + (options < 0 ? "" : agent.substring(options));
  }

  private Path demo(String name) {
    return work.resolve("demo/lib" + name + ".so");
  }

  /** Some demo agents have a class that the methods which they have rewritten call. */
  private Optional<Path> bootJar() {
    Path jar = work.resolve("demo/" + agent.replaceFirst("=.*", "") + ".jar");
    return Optional.of(jar).filter(Files::exists);
  }
}
