package dev.dexscope.agents;

import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The agents of an app: a framework runs it, in a process that another one starts.
 *
 * <pre>{@code
 * process.addAll(AppAgents.javaOptions());
 * ...
 * Vm vm = Vm.start(engine, cache, framework, new Observation());
 * try (var agents = AppAgents.load(List.of("--agentpath=libgctest.so"))) {
 *   runOnMainThread(() -> {
 *     agents.begin(loader);
 *     app.call();
 *   });
 * }
 * }</pre>
 */
public final class AppAgents implements AutoCloseable {
  private final Agents agents;

  private AppAgents(Agents agents) {
    this.agents = agents;
  }

  /** Returns the options of that process's Java VM, as of this one. */
  public static List<String> javaOptions() {
    List<String> options = new ArrayList<>();
    String library = System.getProperty(AgentLibraryWriter.PROPERTY);
    if (library != null) {
      options.add("-agentpath:" + library);
    }
    for (String each : Agents.PROPERTIES) {
      String value = System.getProperty(each);
      if (value != null) {
        options.add("-D" + each + "=" + value);
      }
    }
    if (Boolean.getBoolean(Agents.CHECK)) {
      options.add("-Xcheck:jni");
    }
    return options;
  }

  /**
   * Loads agents. The VM has been started and has no classes of the app yet.
   *
   * @param options of the command line: {@code --agentpath=LIB=OPTIONS} and so on
   * @throws AgentException when one is missing, or does not want to start
   */
  public static AppAgents load(List<String> options) throws IOException {
    List<AgentOption> found = new ArrayList<>();
    for (String each : options) {
      found.add(AgentOption.of(each));
    }
    var agents = Agents.load(found);
    if (!found.isEmpty()) {
      Vm.attend(agents);
    }
    return new AppAgents(agents);
  }

  /**
   * The app begins, on this thread.
   *
   * @throws AgentException when an agent's {@code premain} fails
   */
  public void begin(ClassLoader loader) throws AgentException {
    if (!agents.begins(loader)) {
      throw agents.failure();
    }
  }

  /** The app has ended, if it has begun; the process is about to. */
  @Override
  public void close() {
    // Those that have come to an app that was started without any are others.
    Agents there = Vm.attending() instanceof Agents last ? last : agents;
    there.ended();
    there.unload();
  }
}
