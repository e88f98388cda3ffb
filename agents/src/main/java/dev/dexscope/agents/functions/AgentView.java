package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.CallCapabilities;
import dev.dexscope.agents.events.CallEvents;
import dev.dexscope.agents.events.DexLoadHook;
import dev.dexscope.agents.events.Environment;
import dev.dexscope.agents.events.Environments;
import dev.dexscope.agents.events.EventDelivery;
import dev.dexscope.agents.events.EventTarget;
import dev.dexscope.agents.events.Events;
import dev.dexscope.agents.events.Exceptions;
import dev.dexscope.agents.events.Listeners;
import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.events.PoppedFrames;
import dev.dexscope.agents.events.UnheardClasses;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.CodeBreakpoints;
import dev.dexscope.agents.program.DexCode;
import dev.dexscope.agents.program.KnownMethods;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The JVM as native agents see it: HotSpot's own environments, with the functions and events that
 * the VM answers in its place, and the phases of the program.
 */
public final class AgentView implements MachineLibrary.Questions {
  private final HotSpot hotSpot;
  private final Methods methods;
  private final ReservedCapabilities reserved;
  private final ClassSearch classes = new ClassSearch();
  private final Environments environments;
  private final UnheardClasses unheard;
  private final EventDelivery delivery;
  private final Listeners listeners;
  private final Answers answers;
  private final AgentTable table;
  private final long javaVm;

  /** Null unless standard error lists the calls of agents that have failed. */
  private final @Nullable AgentCheck check;

  /** Whether HotSpot notifies all agents of calls. */
  private final boolean isToldByHotSpot;

  /** Whether those that make environments from now on are debuggers. */
  private volatile boolean expectsDebugger;

  /**
   * The wishes of users for all agents.
   *
   * @param isChecked whether standard error lists the calls of agents that have failed
   * @param hearsPlatform whether agents are notified of the calls of the platform's methods too,
   *     for which HotSpot interprets all code
   * @param getsDex whether ClassFileLoadHook has dex files, not class files
   */
  public record Wishes(boolean isChecked, boolean hearsPlatform, boolean getsDex) {}

  /**
   * @param library the machine code, {@link MachineLibrary#bytes}
   */
  public AgentView(Path library, Wishes wishes) {
    this.hotSpot = new HotSpot(library);
    this.methods = new Methods(hotSpot);
    this.reserved = new ReservedCapabilities(hotSpot);
    this.check = wishes.isChecked ? new AgentCheck(hotSpot) : null;
    this.isToldByHotSpot = wishes.hearsPlatform;
    MachineLibrary machine = MachineLibrary.load(library, this);
    machine.hotSpot(hotSpot.javaVm(), hotSpot.table());
    var dexCode = new DexCode();
    var breakpoints = new CodeBreakpoints(hotSpot, methods);
    var known = new KnownMethods(methods, machine);
    var popped = new PoppedFrames(machine);
    var calls = new CallEvents(hotSpot, methods);
    this.environments = new Environments(hotSpot, calls);
    this.unheard = new UnheardClasses(hotSpot, machine, environments);
    this.delivery =
        new EventDelivery(
            environments,
            new Events(methods, breakpoints, popped, new Exceptions(hotSpot, methods), known),
            unheard,
            breakpoints,
            wishes.getsDex ? new DexLoadHook(hotSpot, dexCode) : null);
    this.listeners = new Listeners(hotSpot, machine, reserved, environments, methods, breakpoints);
    var stacks = new StackFunctions(hotSpot, methods, known, popped);
    this.answers =
        new Answers(
            hotSpot,
            environments,
            stacks,
            new LocalFunctions(stacks, methods),
            new EarlyReturns(hotSpot, methods),
            new SuspendedThreads(hotSpot, environments, methods),
            new ListFunctions(methods),
            new HeapFunctions(hotSpot, machine),
            new CodeFunctions(hotSpot, methods),
            breakpoints,
            new Redefinitions(hotSpot, dexCode, methods),
            new CapabilityFunctions(environments, new CallCapabilities(hotSpot), reserved, machine),
            new EventFunctions(hotSpot, machine, environments, calls),
            new JniFunctions(hotSpot, machine),
            new SystemFunctions(hotSpot));
    this.javaVm = javaVm(hotSpot, machine);
    this.table = new AgentTable(hotSpot, machine, check != null);
    answers.jni().replace(javaVm);
    Preparation.run(machine, methods, answers, delivery);
    Vm.code().onChanges(machine::forget);
    Vm.code().onHooks(() -> breakpoints.setAgain(environments::has));
    methods.onNewCode(type -> {
      machine.forget();
      breakpoints.forget(type);
    });
    Vm.tellOfOwnWork(Bridge::enter, unheard::leaveOwnWork);
  }

  /** Makes a JavaVM whose environments of JVM TI have our table of functions. */
  private static long javaVm(HotSpot hotSpot, MachineLibrary machine) {
    long functions = hotSpot.copyOfInvocationTable();
    long getEnv = HotSpot.getEnvPlace(functions);
    Memory.writeLong(getEnv, machine.getEnv(Memory.readLong(getEnv)));
    long javaVm = Arena.global().allocate(8, 8).address();
    Memory.writeLong(javaVm, functions);
    return javaVm;
  }

  /** Returns the JavaVM that agents get. */
  public long javaVm() {
    return javaVm;
  }

  // The program's phases.

  /** Agents at the start have requested all that they want: the rest need not be there. */
  public void giveBackUnasked() {
    reserved.giveBackUnasked();
  }

  /** The program is about to begin, on this thread: agents are notified of VMStart and VMInit. */
  public void begin(ClassLoader loader) {
    classes.in(loader);
    enter(Phase.START);
    environments.post(Event.VM_START, null);
    enter(Phase.LIVE);
    Thread main = Thread.currentThread();
    environments.post(Event.VM_INIT, main);
    // HotSpot has posted it when nobody listened; as HotSpot does it, this comes behind VMInit.
    environments.post(Event.THREAD_START, main);
  }

  /** The program runs already: nothing is posted. */
  public void join(ClassLoader loader) {
    classes.in(loader);
    enter(Phase.LIVE);
  }

  /** A class has been redefined by a class file, see {@link Methods#runClassFile}. */
  public void runClassFile(Class<?> type, Set<String> changed) {
    methods.runClassFile(type, changed);
  }

  private void enter(Phase next) {
    table.enter(next);
    environments.enter(next);
  }

  /**
   * Environments that are made from now on are of an agent.
   *
   * @param isDebugger whether the agent is one for debuggers. It is notified of calls by HotSpot:
   *     hooks that came into methods which run would make these obsolete
   */
  public void expect(boolean isDebugger) {
    expectsDebugger = isDebugger;
  }

  /**
   * Agents that were made for a program's start, and came later, are notified that it has begun.
   */
  public void catchUp() {
    environments.post(Event.VM_INIT, firstOfProgram());
  }

  /** The program's first thread, on which agents would have been notified. */
  private static Thread firstOfProgram() {
    Thread first = Thread.currentThread();
    for (Thread each : Vm.guestThreads()) {
      if (!Vm.isGuest(first) || each.threadId() < first.threadId()) {
        first = each;
      }
    }
    return first;
  }

  /** The program has ended: agents are notified of VMDeath, and of nothing else from then on. */
  public void end() {
    unheard.post();
    environments.post(Event.VM_DEATH, null);
    environments.end();
  }

  // What Java uses.

  /**
   * Subscribes Java to events.
   *
   * @param wanted the bits of {@code jvmtiCapabilities} that they need
   * @return for what else can be requested; null when HotSpot does not grant the capabilities
   */
  public @Nullable Listening listen(EventTarget target, long wanted, Event... events) {
    return listeners.listen(target, wanted, events);
  }

  /**
   * Native methods of the program may be in an agent's library, which no class has loaded.
   *
   * @param symbols the addresses of what it exports, 0 for what it does not
   */
  public void bindNatives(ToLongFunction<String> symbols) {
    listeners.bindNatives(symbols);
  }

  /** Returns a method's name and class. */
  public @Nullable ProgramMethod name(long method) {
    return methods.name(method);
  }

  /** The name of a field, by its jfieldID; null where there is none. */
  public @Nullable String fieldName(Class<?> type, long field) {
    return methods.fieldName(type, field);
  }

  // What machine code calls.

  @Override
  public int environmentWanted(Call call) {
    int error = hotSpot.getEnv(call.argument(1), call.intArgument(2));
    if (error == 0) {
      var environment =
          new Environment(Memory.readLong(call.argument(1)), !isToldByHotSpot, expectsDebugger);
      Memory.writeLong(environment.address(), table.address());
      environments.add(environment);
    }
    return error;
  }

  @Override
  public long called(int number, Call call) {
    Row row = FunctionTable.of(number);
    long next = called(row, call);
    if (next == 0 && check != null) {
      check.look(row.function(), call.result());
    }
    return next;
  }

  private long called(Row row, Call call) {
    Function function = row.function();
    if (environments.phase().compareTo(function.earliest()) < 0) {
      call.result(JvmtiError.WRONG_PHASE);
      return 0;
    }
    return row.handler().before(answers, row, call);
  }

  @Override
  public int returned(int number, Call call) {
    Row row = FunctionTable.of(number);
    int result = row.handler().after(answers, row, call);
    if (check != null) {
      check.look(row.function(), result);
    }
    return result;
  }

  @Override
  public long happened(int event, Call call) {
    return delivery.deliver(event, call);
  }

  @Override
  public long classWanted(Call call) {
    return classes.find(call);
  }
}
