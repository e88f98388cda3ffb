package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.MachineLibrary.UnheardClass;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The JVM as native agents see it: HotSpot's own environments, with the functions and events that
 * the VM answers in its place, and the phases of the program.
 */
public final class AgentView implements MachineLibrary.Questions {
  /** can_generate_frame_pop_events, by its bit in {@code jvmtiCapabilities}. */
  private static final long FRAME_POPS = 1 << 18;

  /** can_access_local_variables. */
  private static final long LOCALS = 1 << 14;

  /** can_pop_frame. */
  private static final long POPS = 1 << 8;

  /** can_force_early_return. */
  private static final long EARLY_RETURNS = 1L << 33;

  /** The place of the value's address in the arguments of GetLocal... */
  private static final int VALUE = 4;

  /** The places of a method and an address in the arguments of events in code. */
  private static final int METHOD = 3;

  private static final int LOCATION = 4;

  private static final int JNI_FIND_CLASS = 6;
  private static final int JNI_GET_JAVA_VM = 219;

  private final HotSpot hotSpot = new HotSpot();
  private final MachineLibrary machine;
  private final Methods methods = new Methods(hotSpot);
  private final StackFunctions stacks;
  private final SuspendedThreads suspended = new SuspendedThreads(hotSpot, methods);
  private final CodeFunctions code = new CodeFunctions(hotSpot, methods);
  private final ListFunctions lists = new ListFunctions(methods);
  private final EarlyReturns earlyReturns = new EarlyReturns(hotSpot, methods);
  private final HeapFunctions heap;
  private final SystemFunctions system = new SystemFunctions(hotSpot);
  private final DexCode dexCode = new DexCode();

  /** Null before an agent has a library. */
  private @Nullable NativeMethods nativeMethods;

  private final Redefinitions redefinitions = new Redefinitions(hotSpot, dexCode, methods);

  /** Null where agents are given class files. */
  private final @Nullable DexLoadHook dexLoadHook;

  private final Events events;
  private final CallEvents calls = new CallEvents(hotSpot, methods);

  /** Who tells of classes that our own code has loaded; the others need not wait. */
  private final ReentrantLock telling = new ReentrantLock();

  /** Those that are being told of: an agent's callback may load others, and tell of the rest. */
  private final Queue<UnheardClass> unheard = new ArrayDeque<>();

  /** Whether HotSpot tells all agents of calls. */
  private final boolean isToldByHotSpot;

  /** Whether those that make environments from now on are debuggers. */
  private volatile boolean expectsDebugger;

  private final CallCapabilities callCapabilities = new CallCapabilities(hotSpot);
  private final @Nullable AgentCheck check;
  private final ReservedCapabilities reserved = new ReservedCapabilities(hotSpot);

  /** In the order in which agents made them. */
  private final List<Environment> environments = new CopyOnWriteArrayList<>();

  private final Map<Long, Environment> byAddress = new ConcurrentHashMap<>();
  private final long javaVm;
  private final long table;
  private volatile Phase phase = Phase.ONLOAD;
  private volatile @Nullable ClassLoader programLoader;

  /**
   * When an agent first changes a class of one of the JDK's modules, HotSpot has the JDK note that
   * the module reads others, on the thread that loads the class. What is loaded for that the agent
   * would change too, and its code would run before the class is there, which it may need.
   */
  private static final List<String> OF_CHANGED_MODULES =
      List.of(
          "java.lang.WeakPairMap$Pair$Weak",
          "java.lang.WeakPairMap$Pair$Weak$1",
          "java.lang.WeakPairMap$WeakRefPeer");

  /**
   * What users say of all agents.
   *
   * @param isChecked whether standard error says which calls of agents have failed
   * @param hearsPlatform whether agents are told of the calls of the platform's methods too, for
   *     which HotSpot interprets all code
   * @param getsDex whether ClassFileLoadHook gives dex files, not class files
   */
  public record Wishes(boolean isChecked, boolean hearsPlatform, boolean getsDex) {}

  /**
   * @param library the machine code, {@link MachineLibrary#bytes}
   */
  public AgentView(Path library, Wishes wishes) {
    this.check = wishes.isChecked ? new AgentCheck(hotSpot) : null;
    this.dexLoadHook = wishes.getsDex ? new DexLoadHook(hotSpot, dexCode) : null;
    this.machine = MachineLibrary.load(library, this);
    machine.hotSpot(hotSpot.javaVm(), hotSpot.table());
    this.heap = new HeapFunctions(hotSpot, machine);
    var known = new KnownMethods(methods, machine);
    this.stacks = new StackFunctions(hotSpot, methods, known, machine);
    this.events = new Events(methods, code, stacks, new Exceptions(hotSpot, methods), known);
    this.isToldByHotSpot = wishes.hearsPlatform;
    long functions = hotSpot.copyOfInvocationTable();
    long getEnv = HotSpot.getEnvPlace(functions);
    Memory.writeLong(getEnv, machine.getEnv(Memory.readLong(getEnv)));
    this.javaVm = Arena.global().allocate(8, 8).address();
    Memory.writeLong(javaVm, functions);
    this.table = Arena.global().allocate(8L * Function.COUNT, 8).address();
    Memory.copy(hotSpot.table(), table, 8L * Function.COUNT);
    for (Function each : Function.values()) {
      Memory.writeLong(table + 8L * (each.number() - 1), entry(each));
    }
    replaceJniFunctions();
    prepare();
    Vm.code().onChanges(machine::forget);
    methods.onClassFiles(machine::forget);
    Vm.tellOfOwnWork(Bridge::enter, this::leaveOwnWork);
  }

  /**
   * Loads all classes that events need, because one that was loaded for the event of its own
   * loading would be loaded twice, and those of heap walks, because agents know all classes before.
   */
  private void prepare() {
    long thread = Bridge.globalReference(Thread.currentThread());
    Hidden.isHiddenThread(thread);
    Hidden.isHiddenClass(thread);
    Hidden.isHiddenGroup(thread);
    Hidden.isHidden(AgentView.class);
    Hidden.isOfHost();
    ShownStack.of(hotSpot, methods::of, hotSpot.environment(), 0, -1, ShownStack.ALL);
    suspended.prepare(thread);
    try (Arena arena = Arena.ofConfined()) {
      long nothing = arena.allocate(Call.RECORD_SIZE, 8).address();
      for (Event each : Event.values()) {
        happened(each.number(), Call.of(nothing));
      }
      var call = Call.of(nothing);
      call.argument(0, hotSpot.environment());
      heap.begin(Function.ITERATE_OVER_HEAP, call);
      heap.end(Function.ITERATE_OVER_HEAP, call);
    }
    new Environment(0, false, false).post(Event.VM_DEATH, null, 0);
    OF_CHANGED_MODULES.forEach(AgentView::load);
    machine.takeUnheard(hotSpot.environment());
    Bridge.release(thread);
  }

  private static void load(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException _) {
      // Another JDK does it otherwise.
    }
  }

  /** What agents get as JavaVM. */
  public long javaVm() {
    return javaVm;
  }

  /** Calls one of HotSpot's or an agent's functions. */
  public int invoke(long function, long... arguments) {
    return hotSpot.invoke(function, arguments);
  }

  private long entry(Function function) {
    long entry = uncheckedEntry(function);
    boolean isLookedAt =
        check != null && entry == hotSpot.address(function) && AgentCheck.covers(function);
    return isLookedAt ? machine.entryAround(function.number()) : entry;
  }

  private long uncheckedEntry(Function function) {
    if (phase.compareTo(function.earliest()) < 0) {
      return machine.entry(function.number());
    }
    return switch (function) {
      case GET_FRAME_COUNT,
          GET_FRAME_LOCATION,
          NOTIFY_FRAME_POP,
          POP_FRAME,
          FORCE_EARLY_RETURN_OBJECT,
          FORCE_EARLY_RETURN_INT,
          FORCE_EARLY_RETURN_LONG,
          FORCE_EARLY_RETURN_FLOAT,
          FORCE_EARLY_RETURN_DOUBLE,
          FORCE_EARLY_RETURN_VOID,
          GET_LOCAL_OBJECT,
          GET_LOCAL_INT,
          GET_LOCAL_LONG,
          GET_LOCAL_FLOAT,
          GET_LOCAL_DOUBLE,
          GET_LOCAL_INSTANCE,
          SET_LOCAL_OBJECT,
          SET_LOCAL_INT,
          SET_LOCAL_LONG,
          SET_LOCAL_FLOAT,
          SET_LOCAL_DOUBLE ->
          machine.entryWithFrames(function.number());
      case GET_ALL_STACK_TRACES,
          GET_THREAD_LIST_STACK_TRACES,
          GET_MAX_LOCALS,
          GET_ARGUMENTS_SIZE,
          GET_METHOD_LOCATION,
          GET_BYTECODES,
          GET_LINE_NUMBER_TABLE,
          GET_LOCAL_VARIABLE_TABLE,
          GET_ALL_THREADS,
          GET_THREAD_GROUP_CHILDREN,
          GET_LOADED_CLASSES,
          GET_CLASS_LOADER_CLASSES,
          GET_CLASS_METHODS,
          FOLLOW_REFERENCES,
          ITERATE_THROUGH_HEAP,
          ITERATE_OVER_REACHABLE_OBJECTS,
          ITERATE_OVER_OBJECTS_REACHABLE_FROM_OBJECT,
          ITERATE_OVER_HEAP,
          ITERATE_OVER_INSTANCES_OF_CLASS,
          ADD_CAPABILITIES,
          RELINQUISH_CAPABILITIES,
          GET_CAPABILITIES,
          GET_POTENTIAL_CAPABILITIES,
          REDEFINE_CLASSES,
          RETRANSFORM_CLASSES,
          GET_JNI_FUNCTION_TABLE ->
          machine.entryAround(function.number());
      case GET_OWNED_MONITOR_STACK_DEPTH_INFO -> machine.entryAroundWithFrames(function.number());
      case GET_STACK_TRACE ->
          check == null ? machine.stackTrace() : machine.entryWithFrames(function.number());
      case GET_CLASS_SIGNATURE ->
          check == null ? machine.classSignature() : machine.entryAround(function.number());
      case SET_BREAKPOINT,
          CLEAR_BREAKPOINT,
          SUSPEND_THREAD,
          SUSPEND_THREAD_LIST,
          GET_PHASE,
          SET_EVENT_NOTIFICATION_MODE,
          SET_EVENT_CALLBACKS,
          ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH,
          ADD_TO_SYSTEM_CLASS_LOADER_SEARCH,
          GET_SYSTEM_PROPERTIES,
          GET_SYSTEM_PROPERTY,
          SET_SYSTEM_PROPERTY,
          SET_JNI_FUNCTION_TABLE,
          DISPOSE_ENVIRONMENT ->
          machine.entry(function.number());
      default -> hotSpot.address(function);
    };
  }

  /** Native code finds classes as the program does, and our JavaVM. */
  private void replaceJniFunctions() {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      long own = hotSpot.environment();
      check(hotSpot.call(Function.GET_JNI_FUNCTION_TABLE, own, out));
      long functions = Memory.readLong(out);
      long findClass = functions + 8L * JNI_FIND_CLASS;
      Memory.writeLong(findClass, machine.findClass(Memory.readLong(findClass)));
      Memory.writeLong(functions + 8L * JNI_GET_JAVA_VM, machine.getJavaVm(javaVm));
      check(hotSpot.call(Function.SET_JNI_FUNCTION_TABLE, own, functions));
      machine.jniFunctions(functions);
      hotSpot.deallocate(functions);
    }
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalStateException("JVM TI says " + error);
    }
  }

  // The program's phases.

  /** Agents at the start have asked for all that they want: the rest need not be there. */
  public void giveBackUnasked() {
    reserved.giveBackUnasked();
  }

  /** The program is about to begin, on this thread: agents are told VMStart and VMInit. */
  public void begin(ClassLoader loader) {
    programLoader = loader;
    enter(Phase.START);
    post(Event.VM_START, null);
    enter(Phase.LIVE);
    Thread main = Thread.currentThread();
    post(Event.VM_INIT, main);
    // HotSpot has told of it when nobody listened; as HotSpot does it, this comes behind VMInit.
    post(Event.THREAD_START, main);
  }

  /** The program runs already: nothing is told. */
  public void join(ClassLoader loader) {
    programLoader = loader;
    enter(Phase.LIVE);
  }

  /**
   * Environments that are made from now on are of an agent.
   *
   * @param isDebugger whether the agent is one for debuggers. It is told of calls by HotSpot: hooks
   *     that came into methods which run would make these obsolete
   */
  public void expect(boolean isDebugger) {
    expectsDebugger = isDebugger;
  }

  /** Agents that were made for a program's start, and came later, are told that it has begun. */
  public void catchUp() {
    post(Event.VM_INIT, firstOfProgram());
  }

  /** The program's first thread, on which agents would have been told. */
  private static Thread firstOfProgram() {
    Thread first = Thread.currentThread();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      boolean isEarlier = !Vm.isGuest(first) || each.threadId() < first.threadId();
      if (Vm.isGuest(each) && isEarlier) {
        first = each;
      }
    }
    return first;
  }

  /** The current thread goes on with the program's work, when this was the outermost of ours. */
  private void leaveOwnWork() {
    int nested = Bridge.nest(1);
    Bridge.nest(nested);
    if (nested == 1 && Vm.isGuest(Thread.currentThread())) {
      tellOfUnheard();
    }
    Bridge.leave();
  }

  /**
   * Tells agents of the classes of the JDK that our own code has loaded meanwhile. No thread waits
   * for another one here: an agent's callback may wait for it.
   */
  private void tellOfUnheard() {
    // One that comes while the lock is given back is not left for the next time.
    while (machine.hasUnheard() && phase != Phase.DEAD && telling.tryLock()) {
      try {
        unheard.addAll(machine.takeUnheard(hotSpot.environment()));
        UnheardClass next;
        while ((next = unheard.poll()) != null) {
          tellOf(next);
        }
      } finally {
        telling.unlock();
      }
    }
  }

  private void tellOf(UnheardClass unheard) {
    Environment environment = byAddress.get(unheard.environment());
    Event event = unheard.isPrepared() ? Event.CLASS_PREPARE : Event.CLASS_LOAD;
    if (environment != null && !Hidden.isHiddenClass(unheard.type())) {
      environment.post(event, Thread.currentThread(), unheard.type());
    }
    Bridge.release(unheard.type());
  }

  /** The program has ended: agents are told VMDeath, and nothing else from then on. */
  public void end() {
    tellOfUnheard();
    post(Event.VM_DEATH, null);
    phase = Phase.DEAD;
    tellOfCalls();
    for (Environment each : environments) {
      hotSpot.call(Function.SET_EVENT_CALLBACKS, each.address(), 0, 0);
    }
  }

  /**
   * Subscribes Java to events.
   *
   * @param wanted the bits of {@code jvmtiCapabilities} that they need
   * @return what can be asked for besides; null when the JVM cannot tell of them
   */
  public @Nullable Listening listen(EventTarget target, long wanted, Event... events) {
    long address = hotSpot.newEnvironment(HotSpot.VERSION);
    var environment = new Environment(address, target);
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(16, 8).address();
      Memory.writeLong(capabilities, wanted);
      if (hotSpot.call(Function.ADD_CAPABILITIES, address, capabilities) != 0) {
        hotSpot.call(Function.DISPOSE_ENVIRONMENT, address);
        return null;
      }
      reserved.got(capabilities);
      long callbacks = arena.allocate(8L * Event.COUNT, 8).address();
      for (Event each : events) {
        Memory.writeLong(callbacks + 8L * each.index(), machine.eventEntry(each.number()));
      }
      check(hotSpot.call(Function.SET_EVENT_CALLBACKS, address, callbacks, 8L * Event.COUNT));
    }
    environments.add(environment);
    byAddress.put(address, environment);
    for (Event each : events) {
      // Steps are told of the threads that are named later.
      if (each != Event.SINGLE_STEP) {
        environment.want(each, true);
        if (phase.compareTo(each.earliest()) >= 0) {
          check(notify(environment, true, each, 0));
        }
      }
    }
    return new Listening(hotSpot, methods, code, address);
  }

  /**
   * Native methods of the program may be in an agent's library, which no class has loaded.
   *
   * @param symbols the addresses of what it exports, 0 for what it does not
   */
  public synchronized void bindNatives(ToLongFunction<String> symbols) {
    NativeMethods natives = nativeMethods;
    if (natives == null) {
      natives = new NativeMethods(hotSpot, methods);
      nativeMethods = natives;
      listen(natives, 0, Event.CLASS_PREPARE);
    }
    natives.add(symbols);
  }

  /** What a method is called, and whose it is. */
  public @Nullable ProgramMethod name(long method) {
    return methods.name(method);
  }

  /** The name of a field, by its jfieldID; null where there is none. */
  public @Nullable String fieldName(Class<?> type, long field) {
    return methods.fieldName(type, field);
  }

  private void enter(Phase next) {
    phase = next;
    for (Function each : Function.values()) {
      Memory.writeLong(table + 8L * (each.number() - 1), entry(each));
    }
    for (Environment environment : environments) {
      for (Event due : environment.due(next)) {
        notify(environment, true, due, 0);
      }
    }
    tellOfCalls();
  }

  private void tellOfCalls() {
    calls.tell(phase == Phase.LIVE ? environments : List.of());
  }

  private int notify(Environment environment, boolean isOn, Event event, long thread) {
    return hotSpot.call(
        Function.SET_EVENT_NOTIFICATION_MODE,
        environment.address(),
        isOn ? 1 : 0,
        event.number(),
        thread);
  }

  private void post(Event event, @Nullable Thread thread) {
    for (Environment each : environments) {
      each.post(event, thread, 0);
    }
  }

  // What machine code asks.

  @Override
  public int environmentWanted(Call call) {
    int error = hotSpot.getEnv(call.argument(1), call.intArgument(2));
    if (error == 0) {
      var environment =
          new Environment(Memory.readLong(call.argument(1)), !isToldByHotSpot, expectsDebugger);
      Memory.writeLong(environment.address(), table);
      environments.add(environment);
      byAddress.put(environment.address(), environment);
    }
    return error;
  }

  @Override
  public long called(int number, Call call) {
    Function function = Function.of(number);
    long goesTo = called(function, call);
    if (goesTo == 0 && check != null) {
      check.look(function, call.result());
    }
    return goesTo;
  }

  private long called(Function function, Call call) {
    if (phase.compareTo(function.earliest()) < 0) {
      call.result(JvmtiError.WRONG_PHASE);
      return 0;
    }
    switch (function) {
      case GET_FRAME_COUNT -> call.result(stacks.frameCount(call));
      case GET_FRAME_LOCATION -> call.result(stacks.frameLocation(call));
      case GET_STACK_TRACE -> call.result(stacks.stackTrace(call));
      case NOTIFY_FRAME_POP, GET_LOCAL_INSTANCE -> {
        return goOn(function, call, stacks.depth(call));
      }
      case POP_FRAME -> {
        return goOn(function, call, stacks.popped(call));
      }
      case FORCE_EARLY_RETURN_OBJECT,
          FORCE_EARLY_RETURN_INT,
          FORCE_EARLY_RETURN_LONG,
          FORCE_EARLY_RETURN_FLOAT,
          FORCE_EARLY_RETURN_DOUBLE,
          FORCE_EARLY_RETURN_VOID -> {
        return forceReturn(function, call);
      }
      case GET_LOCAL_OBJECT, SET_LOCAL_OBJECT -> {
        return register(function, call, "L");
      }
      case GET_LOCAL_INT, SET_LOCAL_INT -> {
        return register(function, call, "I");
      }
      case GET_LOCAL_LONG, SET_LOCAL_LONG -> {
        return register(function, call, "J");
      }
      case GET_LOCAL_FLOAT, SET_LOCAL_FLOAT -> {
        return register(function, call, "F");
      }
      case GET_LOCAL_DOUBLE, SET_LOCAL_DOUBLE -> {
        return register(function, call, "D");
      }
      case SET_BREAKPOINT, CLEAR_BREAKPOINT ->
          call.result(
              code.breakpoint(function, call.argument(0), call.argument(1), call.argument(2)));
      case SUSPEND_THREAD -> {
        return suspended.one(call) ? 0 : hotSpot.address(function);
      }
      case SUSPEND_THREAD_LIST -> {
        return suspended.all(call) ? 0 : hotSpot.address(function);
      }
      case GET_PHASE -> call.result(getPhase(call));
      case FOLLOW_REFERENCES,
          ITERATE_THROUGH_HEAP,
          ITERATE_OVER_REACHABLE_OBJECTS,
          ITERATE_OVER_OBJECTS_REACHABLE_FROM_OBJECT,
          ITERATE_OVER_HEAP,
          ITERATE_OVER_INSTANCES_OF_CLASS -> {
        heap.begin(function, call);
        return hotSpot.address(function);
      }
      case ADD_CAPABILITIES -> {
        Environment environment = byAddress.get(call.argument(0));
        return environment != null && environment.isToldByHooks()
            ? goOn(function, call, callCapabilities.beforeAdding(call, phase, environment.calls()))
            : hotSpot.address(function);
      }
      case REDEFINE_CLASSES -> {
        return goOn(function, call, redefinitions.begin(call));
      }
      case RETRANSFORM_CLASSES -> {
        redefinitions.beginAgain(call);
        return hotSpot.address(function);
      }
      case SET_EVENT_NOTIFICATION_MODE -> {
        return setMode(call);
      }
      case SET_EVENT_CALLBACKS -> call.result(setCallbacks(call));
      case ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH ->
          call.result(system.addToBootstrapSearch(call, phase));
      case ADD_TO_SYSTEM_CLASS_LOADER_SEARCH -> call.result(system.addToSystemSearch(call, phase));
      case GET_SYSTEM_PROPERTIES -> call.result(system.properties(call));
      case GET_SYSTEM_PROPERTY -> call.result(system.property(call));
      case SET_SYSTEM_PROPERTY -> call.result(system.setProperty(call, phase));
      case SET_JNI_FUNCTION_TABLE -> call.result(setJniFunctions(call));
      case DISPOSE_ENVIRONMENT -> {
        Environment gone = byAddress.remove(call.argument(0));
        environments.remove(gone);
        tellOfCalls();
        return hotSpot.address(function);
      }
      default -> {
        return hotSpot.address(function);
      }
    }
    return 0;
  }

  private long forceReturn(Function function, Call call) {
    ShownStack stack = stacks.top(call);
    long goesTo = goOn(function, call, stacks.innermost(call, stack));
    if (goesTo != 0 && EarlyReturns.isKept(call) && !lacksCapability(function, call.argument(0))) {
      call.result(earlyReturns.keep(function, call, stack.methods()[0]));
      return 0;
    }
    return goesTo;
  }

  /** Like HotSpot, reports a missing capability before any other error. */
  private long goOn(Function function, Call call, int error) {
    boolean isRefused = error != 0 && lacksCapability(function, call.argument(0));
    call.result(isRefused ? JvmtiError.MUST_POSSESS_CAPABILITY : error);
    return error == 0 ? hotSpot.address(function) : 0;
  }

  private boolean lacksCapability(Function function, long agent) {
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(16, 8).address();
      hotSpot.call(Function.GET_CAPABILITIES, agent, capabilities);
      long needed = capability(function);
      return (Memory.readLong(capabilities) & needed) != needed;
    }
  }

  private static long capability(Function function) {
    String name = function.name();
    if (name.startsWith("FORCE_EARLY_RETURN")) {
      return EARLY_RETURNS;
    }
    return switch (function) {
      case POP_FRAME -> POPS;
      case NOTIFY_FRAME_POP -> FRAME_POPS;
      default -> name.contains("_LOCAL_") ? LOCALS : 0;
    };
  }

  private long register(Function function, Call call, String type) {
    boolean isGet = function.name().startsWith("GET");
    if (isGet && call.argument(VALUE) == 0) {
      return hotSpot.address(function); // It says which argument is wrong first.
    }
    boolean isDebugger = isDebugger(call);
    if (isDebugger && function == Function.GET_LOCAL_OBJECT && stacks.wantsThis(call)) {
      // Of itself, since dex code may put something else where it was. (thread, depth, value)
      call.argument(VALUE - 1, call.argument(VALUE));
      return goOn(Function.GET_LOCAL_INSTANCE, call, stacks.depth(call));
    }
    int error = stacks.register(call, type, isDebugger);
    boolean isZero = error == -1;
    if (isZero && isGet && !lacksCapability(function, call.argument(0))) {
      StackFunctions.writeZero(call, function);
      call.result(JvmtiError.NONE);
      return 0;
    }
    return goOn(function, call, isZero ? JvmtiError.INVALID_SLOT : error);
  }

  private int getPhase(Call call) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    Memory.writeInt(call.argument(1), phase.number());
    return 0;
  }

  /** (mode, event, thread) */
  private long setMode(Call call) {
    Event event = Event.of(call.intArgument(2));
    Environment environment = byAddress.get(call.argument(0));
    boolean isOn = call.intArgument(1) == 1;
    if (event == null || environment == null || phase == Phase.DEAD) {
      return hotSpot.address(Function.SET_EVENT_NOTIFICATION_MODE);
    }
    if (environment.isToldByHooks() && CallEvents.isOne(event)) {
      call.result(calls.setMode(environment, event, call, phase == Phase.LIVE));
      tellOfCalls();
      return 0;
    }
    boolean isOurs = event.source() == Event.Source.VM;
    if (call.argument(3) == 0) {
      environment.want(event, isOn);
    }
    if (!isOurs && phase.compareTo(event.earliest()) >= 0) {
      return hotSpot.address(Function.SET_EVENT_NOTIFICATION_MODE);
    }
    if (call.argument(3) != 0) {
      call.result(JvmtiError.ILLEGAL_ARGUMENT);
      return 0;
    }
    // HotSpot says whether the agent may; it would tell of the event at once.
    int error =
        hotSpot.call(
            Function.SET_EVENT_NOTIFICATION_MODE,
            environment.address(),
            call.intArgument(1),
            event.number(),
            0);
    notify(environment, false, event, 0);
    if (error != 0) {
      environment.want(event, false);
    }
    call.result(error);
    return 0;
  }

  /** (table) */
  private int setJniFunctions(Call call) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    try (Arena arena = Arena.ofConfined()) {
      long taken = arena.allocate(MachineLibrary.jniTableSize(), 8).address();
      machine.takeJniFunctions(call.argument(1), taken);
      return hotSpot.call(Function.SET_JNI_FUNCTION_TABLE, call.argument(0), taken);
    }
  }

  /** Behind (table). */
  private int getJniFunctions(Call call) {
    if (call.result() == 0) {
      machine.giveJniFunctions(Memory.readLong(call.argument(1)));
    }
    return call.result();
  }

  /** (callbacks, size) */
  private int setCallbacks(Call call) {
    Environment environment = byAddress.get(call.argument(0));
    int size = call.intArgument(2);
    if (environment == null || size < 0) {
      return environment == null ? JvmtiError.INTERNAL : JvmtiError.ILLEGAL_ARGUMENT;
    }
    long given = call.argument(1);
    long[] callbacks = new long[Event.COUNT];
    try (Arena arena = Arena.ofConfined()) {
      long replaced = arena.allocate(8L * Event.COUNT, 8).address();
      for (int i = 0; given != 0 && i < Event.COUNT && 8 * (i + 1) <= size; i++) {
        callbacks[i] = Memory.readLong(given + 8L * i);
        Event event = Event.of(Event.FIRST + i);
        if (event != null && callbacks[i] != 0) {
          Memory.writeLong(replaced + 8L * i, callback(event, callbacks[i]));
        }
      }
      environment.callbacks(callbacks);
      tellOfCalls();
      machine.callbacks(environment.address(), number -> callbacks[number - Event.FIRST]);
      return hotSpot.call(
          Function.SET_EVENT_CALLBACKS, environment.address(), replaced, 8L * Event.COUNT);
    }
  }

  private long callback(Event event, long agents) {
    return switch (event.source()) {
      case VM -> 0;
      case HOTSPOT -> agents;
      default -> machine.eventEntry(event.number());
    };
  }

  @Override
  public int returned(int number, Call call) {
    Function function = Function.of(number);
    int result = returned(function, call);
    if (check != null) {
      check.look(function, result);
    }
    return result;
  }

  private int returned(Function function, Call call) {
    return switch (function) {
      case GET_ALL_STACK_TRACES -> stacks.allStackTraces(call);
      case GET_THREAD_LIST_STACK_TRACES -> stacks.threadListStackTraces(call);
      case GET_OWNED_MONITOR_STACK_DEPTH_INFO -> stacks.ownedMonitors(call);
      case GET_ALL_THREADS -> lists.threads(call);
      case GET_THREAD_GROUP_CHILDREN -> lists.groupChildren(call);
      case GET_LOADED_CLASSES -> lists.loadedClasses(call);
      case GET_CLASS_LOADER_CLASSES -> lists.classLoaderClasses(call);
      case GET_CLASS_METHODS -> lists.classMethods(call);
      case GET_CLASS_SIGNATURE -> system.classSignature(call);
      case FOLLOW_REFERENCES,
          ITERATE_THROUGH_HEAP,
          ITERATE_OVER_REACHABLE_OBJECTS,
          ITERATE_OVER_OBJECTS_REACHABLE_FROM_OBJECT,
          ITERATE_OVER_HEAP,
          ITERATE_OVER_INSTANCES_OF_CLASS ->
          heap.end(function, call);
      case ADD_CAPABILITIES -> {
        if (call.result() == 0) {
          reserved.got(call.argument(1));
          if ((Memory.readLong(call.argument(1)) & FRAME_POPS) != 0) {
            machine.askByJni();
          }
          if ((Memory.readLong(call.argument(1)) & EARLY_RETURNS) != 0) {
            machine.keepForced();
          }
        }
        yield capabilities(function, call);
      }
      case RELINQUISH_CAPABILITIES, GET_CAPABILITIES, GET_POTENTIAL_CAPABILITIES ->
          capabilities(function, call);
      case REDEFINE_CLASSES -> {
        redefinitions.end(call);
        yield call.result();
      }
      case GET_JNI_FUNCTION_TABLE -> getJniFunctions(call);
      case RETRANSFORM_CLASSES -> dexCode.end(call.result());
      case GET_MAX_LOCALS,
          GET_ARGUMENTS_SIZE,
          GET_METHOD_LOCATION,
          GET_BYTECODES,
          GET_LINE_NUMBER_TABLE,
          GET_LOCAL_VARIABLE_TABLE ->
          code.answer(function, call, isDebugger(call));
      default -> call.result();
    };
  }

  private boolean isDebugger(Call call) {
    Environment environment = byAddress.get(call.argument(0));
    return environment != null && environment.isDebugger();
  }

  private int capabilities(Function function, Call call) {
    Environment environment = byAddress.get(call.argument(0));
    if (environment == null || !environment.isToldByHooks()) {
      return call.result();
    }
    switch (function) {
      case ADD_CAPABILITIES -> callCapabilities.added(call, environment);
      case RELINQUISH_CAPABILITIES -> {
        callCapabilities.relinquished(call, environment.calls());
        tellOfCalls();
      }
      case GET_CAPABILITIES -> callCapabilities.got(call, environment.calls());
      default -> callCapabilities.potential(call);
    }
    return call.result();
  }

  @Override
  public long happened(int number, Call call) {
    Event event = Event.of(number);
    Environment environment = byAddress.get(call.argument(0));
    if (event == null || environment == null) {
      return 0;
    }
    long location = call.argument(LOCATION);
    boolean isShown = events.isShown(event, call);
    // Compiled methods are told of by a thread of HotSpot's own, at any time.
    if (event == Event.COMPILED_METHOD_LOAD || Vm.isGuest(Thread.currentThread())) {
      tellOfUnheard();
    }
    if (!isShown) {
      return 0;
    }
    EventTarget target = environment.target();
    if (target != null) {
      tell(target, event, call, location);
      return 0;
    }
    boolean isTold =
        event == Event.CLASS_FILE_LOAD_HOOK
            && dexLoadHook != null
            && dexLoadHook.tell(environment, call);
    return isTold ? 0 : environment.callback(event);
  }

  /**
   * Tells Java, of a breakpoint at each address that was asked for: an instruction without code of
   * its own is reached with the next one.
   *
   * @param location HotSpot's
   */
  private void tell(EventTarget target, Event event, Call call, long location) {
    if (event != Event.BREAKPOINT) {
      target.happened(event, call);
      return;
    }
    long method = call.argument(METHOD);
    for (long address : code.allAsked(method, location, call.argument(LOCATION))) {
      call.argument(LOCATION, address);
      target.happened(event, call);
    }
  }

  @Override
  public long classWanted(Call call) {
    ClassLoader loader = programLoader;
    if (loader == null || !isCalledByAgent()) {
      return 0;
    }
    // What the class does when it is loaded is the program's work.
    int nested = Bridge.nest(0);
    try {
      String name = Memory.string(call.argument(1)).replace('/', '.');
      return Bridge.globalReference(Class.forName(name, true, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return 0; // HotSpot looks for it, and says so.
    } finally {
      Bridge.nest(nested);
    }
  }

  /**
   * A native method of a class finds what its class does. Agents have no class, or are called by
   * ours.
   */
  private static boolean isCalledByAgent() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .dropWhile(AgentView::isOfQuestion)
                .findFirst()
                .map(Hidden::isHidden)
                .orElse(true));
  }

  private static boolean isOfQuestion(Class<?> type) {
    return type.equals(AgentView.class) || type.equals(MachineLibrary.class);
  }
}
