package dev.dexscope.agents;

import dev.dexscope.agents.api.Agent;
import dev.dexscope.agents.events.EventTarget;
import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.functions.AgentView;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.AgentCalls;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.ProgramObserver;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a program: libraries that are compiled against the JDK's {@code jvmti.h}, and those
 * in Java.
 *
 * <pre>{@code
 * List<AgentOption> agents = List.of(AgentOption.path("libgctest.so"), AgentOption.java("A.java"));
 * int exitCode = Agents.run(agents, vm, program, Map.of());
 * }</pre>
 */
public final class Agents implements ProgramObserver {
  /** Whether the launcher reserved all capabilities for agents that are attached later. */
  private static final String FOR_LATER = "dexscope.agents.later";

  /** Whether the launcher enabled checks of agents. */
  static final String CHECK = "dexscope.agents.check";

  /** Whether agents also receive the platform's calls. */
  private static final String PLATFORM_CALLS = "dexscope.agents.platform";

  /** Whether ClassFileLoadHook passes dex files. */
  private static final String DEX_LOAD_HOOK = "dexscope.agents.dex";

  /** The launcher's properties for the VM's process. */
  static final List<String> PROPERTIES =
      List.of(AgentLibraryWriter.PROPERTY, FOR_LATER, CHECK, PLATFORM_CALLS, DEX_LOAD_HOOK);

  private volatile @Nullable AgentView view;
  private @Nullable SharedBreakpoints breakpoints;
  private @Nullable SharedFields fields;
  private final List<AgentLibrary> libraries = new ArrayList<>();
  private final List<ProgramTools> tools = new ArrayList<>();
  private final List<JavaAgent> instruments = new ArrayList<>();
  private final AtomicBoolean isLive = new AtomicBoolean();
  private volatile @Nullable AgentException failure;

  private Agents() {}

  /**
   * Loads agents, and runs a program that they attend; without any, others may come.
   *
   * @return the program's exit code
   * @throws AgentException when an agent is missing, or does not start; the program does not begin
   *     then
   */
  public static int run(
      List<AgentOption> options,
      Vm vm,
      Program program,
      Map<String, String> properties,
      String... arguments)
      throws IOException {
    if (options.isEmpty()) {
      try {
        return vm.run(program, properties, arguments);
      } finally {
        if (Vm.attending() instanceof Agents arrived) {
          arrived.unload();
        }
      }
    }
    var agents = load(options);
    Vm.attend(agents);
    try {
      int exitCode = agents.runQuietly(() -> vm.run(program, properties, arguments));
      if (agents.failure != null) {
        throw agents.failure();
      }
      return exitCode;
    } finally {
      agents.unload();
    }
  }

  /**
   * Returns whether agents may want to know all of a program: the lines of all its code and the
   * names of its variables.
   *
   * @param options those that start with it
   */
  public static boolean areExpected(List<AgentOption> options) {
    return !options.isEmpty() || Boolean.getBoolean(FOR_LATER); // The VM is not here yet.
  }

  /** Why the program has not begun. */
  AgentException failure() {
    return Objects.requireNonNull(failure);
  }

  /** Runs a program. */
  private interface Run {
    int run() throws IOException;
  }

  /** The host's work on this thread posts no events. */
  private int runQuietly(Run program) throws IOException {
    if (!hasView()) {
      return program.run();
    }
    Bridge.enter();
    try {
      return program.run();
    } finally {
      Bridge.leave();
    }
  }

  /**
   * Loads an agent into the running program, and calls its {@code Agent_OnAttach}. It gets the
   * capabilities that HotSpot grants at that time, and of those reserved at its start the ones that
   * an agent had requested then.
   */
  static void attach(AgentOption option) throws IOException {
    AgentLibrary library = open(option);
    ofProgram().start(library, AgentLibrary.Entry.ON_ATTACH);
  }

  /** The same with an agent that is made for a program's start only, such as the JDK's JDWP. */
  static void attachLate(AgentOption option) throws IOException {
    AgentLibrary library = open(option);
    Agents agents = ofProgram();
    agents.start(library, AgentLibrary.Entry.ON_LOAD);
    agents.view().catchUp();
  }

  /**
   * Notifies native agents' view, where there is one, that a class has been redefined.
   *
   * @param changed the methods, by name and descriptor, that run code of the class file's own
   */
  static void runClassFile(Class<?> type, Set<String> changed) {
    if (Vm.attending() instanceof Agents agents && agents.hasView()) {
      agents.view().runClassFile(type, changed);
    }
  }

  /** Returns the running program's, which may have had none until now. */
  static Agents ofProgram() {
    if (Vm.attending() instanceof Agents known) {
      return known;
    }
    var agents = new Agents();
    agents.isLive.set(true);
    Vm.attend(agents);
    return agents;
  }

  private static AgentLibrary open(AgentOption option) throws AgentException {
    if (!MachineLibrary.isSupported()) {
      throw new AgentException("native agents" + onThisMachine());
    }
    return AgentLibrary.open(option);
  }

  private static String onThisMachine() {
    return " on "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + "; they run on Linux for x86-64 and aarch64";
  }

  /** Loads agents and starts them, in their order. */
  static Agents load(List<AgentOption> options) throws IOException {
    // Nothing starts before all libraries are there.
    Queue<AgentLibrary> found = new ArrayDeque<>();
    for (AgentOption each : options) {
      if (each.kind().isLibrary()) {
        found.add(open(each));
      }
    }
    var agents = new Agents();
    for (AgentOption each : options) {
      if (each.kind() == AgentOption.Kind.INSTRUMENT) {
        agents.instruments.add(JavaAgent.open(each));
      } else if (each.kind().isLibrary()) {
        agents.start(found.remove(), AgentLibrary.Entry.ON_LOAD);
      } else {
        agents.start(each);
      }
    }
    return agents;
  }

  private static boolean isSet(String property) {
    return Boolean.parseBoolean(Vm.hostProperty(property));
  }

  boolean hasView() {
    return view != null;
  }

  /** Returns the agents' view of HotSpot, created on demand. */
  synchronized AgentView view() {
    AgentView there = view;
    if (there == null) {
      if (!MachineLibrary.isSupported()) {
        throw new UnsupportedOperationException("events of HotSpot" + onThisMachine());
      }
      there =
          new AgentView(
              AgentLibraryWriter.library(),
              new AgentView.Wishes(isSet(CHECK), isSet(PLATFORM_CALLS), isSet(DEX_LOAD_HOOK)));
      if (isLive.get()) {
        there.join(Vm.programLoader());
      }
      view = there;
    }
    return there;
  }

  /**
   * Subscribes Java to events.
   *
   * @throws IllegalStateException when HotSpot does not grant the capabilities
   */
  Listening listen(EventTarget target, long capabilities, Event... events) {
    Listening listening = view().listen(target, capabilities, events);
    if (listening == null) {
      throw new IllegalStateException(
          "HotSpot grants it only before the program begins, and breakpoints and fields not together with a"
              + " native agent that has them");
    }
    return listening;
  }

  synchronized SharedBreakpoints breakpoints() {
    SharedBreakpoints there = breakpoints;
    if (there == null) {
      there = new SharedBreakpoints(this);
      breakpoints = there;
    }
    return there;
  }

  synchronized SharedFields fields() {
    SharedFields there = fields;
    if (there == null) {
      there = new SharedFields(this);
      fields = there;
    }
    return there;
  }

  private void start(AgentOption option) throws IOException {
    for (Agent each : AgentCode.load(option)) {
      var environment = new ProgramTools(option.agent(), this);
      try {
        each.start(environment, Objects.requireNonNullElse(option.options(), ""));
      } catch (IOException | RuntimeException | LinkageError e) {
        throw new AgentException("the agent has failed, " + option.agent() + "; " + e);
      }
      tools.add(environment);
    }
  }

  private void start(AgentLibrary library, AgentLibrary.Entry entry) throws AgentException {
    long function = library.find(entry);
    if (function == 0) {
      throw new AgentException(
          "no agent, " + library.name() + "; it has no function " + entry.symbol());
    }
    libraries.add(library);
    view().expect(library.isDebugger());
    view().bindNatives(library::symbol);
    int result = AgentCalls.start(function, view().javaVm(), options(library, entry));
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

  /** Returns the options as HotSpot does: null if absent at the start. Agents may keep them. */
  private static long options(AgentLibrary library, AgentLibrary.Entry entry) {
    String options = library.options();
    if (options == null && entry == AgentLibrary.Entry.ON_LOAD) {
      return 0;
    }
    return Arena.global().allocateFrom(Objects.requireNonNullElse(options, "")).address();
  }

  @Override
  public boolean begins(ClassLoader loader) {
    tools.forEach(ProgramTools::begins);
    AgentView there = view;
    if (there != null && !isSet(FOR_LATER)) {
      there.giveBackUnasked();
    }
    isLive.set(true);
    if (there != null) {
      there.begin(loader);
    }
    // As on a JVM: after VMInit, on the thread that runs the program's main method.
    try {
      for (JavaAgent each : instruments) {
        each.start();
      }
      return true;
    } catch (AgentException e) {
      failure = e;
      return false;
    }
  }

  @Override
  public void ended() {
    if (isLive.getAndSet(false)) {
      tools.forEach(ProgramTools::ended);
      AgentView there = view;
      if (there != null) {
        there.end();
      }
    }
  }

  /** Calls the {@code Agent_OnUnload} of those that have one: the process is about to end. */
  void unload() {
    for (AgentLibrary each : libraries) {
      long function = each.find(AgentLibrary.Entry.ON_UNLOAD);
      if (function != 0) {
        AgentCalls.start(function, view().javaVm(), 0);
      }
    }
    libraries.clear();
  }
}
