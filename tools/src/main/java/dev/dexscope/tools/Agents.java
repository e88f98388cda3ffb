package dev.dexscope.tools;

import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.MachineLibrary;
import dev.dexscope.tools.view.AgentView;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.ProgramObserver;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The native agents of a program: libraries that are compiled against the JDK's {@code jvmti.h}.
 *
 * <pre>{@code
 * List<AgentOption> agents = List.of(AgentOption.path("libgctest.so"));
 * int exitCode = Agents.run(agents, vm, program, Map.of());
 * }</pre>
 */
public final class Agents implements ProgramObserver {
  /** Whether the launcher was told to reserve all for agents that come later. */
  private static final String FOR_LATER = "dexscope.agents.later";

  private final AgentView view;
  private final List<AgentLibrary> libraries = new ArrayList<>();
  private final AtomicBoolean isLive = new AtomicBoolean();

  private Agents(AgentView view) {
    this.view = view;
  }

  /**
   * Loads agents, and runs a program that they attend.
   *
   * @return the program's exit code
   * @throws AgentException when an agent is missing, or its {@code Agent_OnLoad} does not give 0
   */
  public static int run(
      List<AgentOption> options,
      Vm vm,
      Program program,
      Map<String, String> properties,
      String... arguments)
      throws IOException {
    var agents = load(options);
    Vm.attend(agents);
    // What the host does on this thread is no event of the program.
    Bridge.enter();
    try {
      return vm.run(program, properties, arguments);
    } finally {
      Bridge.leave();
      agents.unload();
    }
  }

  /**
   * Loads an agent into the program that runs, and calls its {@code Agent_OnAttach}. It gets what
   * HotSpot grants at that time, and of what was reserved at its start that which an agent had
   * asked for then.
   */
  static void attach(AgentOption option) throws IOException {
    AgentLibrary library = open(option);
    Agents agents = Vm.attending() instanceof Agents known ? known : arrive();
    agents.start(library, AgentLibrary.Entry.ON_ATTACH);
  }

  private static Agents arrive() throws IOException {
    var agents = new Agents(new AgentView(AgentLibraryWriter.library()));
    agents.isLive.set(true);
    agents.view.join(Vm.programLoader());
    Vm.attend(agents);
    return agents;
  }

  private static AgentLibrary open(AgentOption option) throws AgentException {
    if (!MachineLibrary.isSupported()) {
      throw new AgentException(
          "native agents on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + "; they run on Linux for x86-64");
    }
    return AgentLibrary.open(option);
  }

  /** Loads agents and calls their {@code Agent_OnLoad}, in their order. */
  private static Agents load(List<AgentOption> options) throws IOException {
    List<AgentLibrary> found = new ArrayList<>();
    for (AgentOption each : options) {
      found.add(open(each));
    }
    var agents = new Agents(new AgentView(AgentLibraryWriter.library()));
    for (AgentLibrary each : found) {
      agents.start(each, AgentLibrary.Entry.ON_LOAD);
    }
    return agents;
  }

  private void start(AgentLibrary library, AgentLibrary.Entry entry) throws AgentException {
    long function = library.find(entry);
    if (function == 0) {
      throw new AgentException(
          "no agent, " + library.name() + "; it has no function " + entry.symbol());
    }
    libraries.add(library);
    // Agents may keep what they are given.
    long options = Arena.global().allocateFrom(library.options()).address();
    int result = view.invoke(function, view.javaVm(), options, 0);
    if (result != 0) {
      throw new AgentException(
          "the agent has refused, "
              + library.name()
              + "; its "
              + entry.symbol()
              + " has returned "
              + result);
    }
  }

  @Override
  public void begins(ClassLoader loader) {
    isLive.set(true);
    if (!Boolean.getBoolean(FOR_LATER)) {
      view.giveBackUnasked();
    }
    view.begin(loader);
  }

  @Override
  public void ended() {
    if (isLive.getAndSet(false)) {
      view.end();
    }
  }

  /** Calls the {@code Agent_OnUnload} of those that have one: the process is about to end. */
  private void unload() {
    for (AgentLibrary each : libraries) {
      long function = each.find(AgentLibrary.Entry.ON_UNLOAD);
      if (function != 0) {
        view.invoke(function, view.javaVm());
      }
    }
    libraries.clear();
  }
}
