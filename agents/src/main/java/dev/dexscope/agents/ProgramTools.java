package dev.dexscope.agents;

import dev.dexscope.agents.api.Breakpoints;
import dev.dexscope.agents.api.ClassListener;
import dev.dexscope.agents.api.CodeListener;
import dev.dexscope.agents.api.ExceptionListener;
import dev.dexscope.agents.api.FieldListener;
import dev.dexscope.agents.api.MonitorListener;
import dev.dexscope.agents.api.ProgramListener;
import dev.dexscope.agents.api.Steps;
import dev.dexscope.agents.api.Tags;
import dev.dexscope.agents.api.ThreadListener;
import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.agents.api.Variables;
import dev.dexscope.agents.api.WatchedFields;
import dev.dexscope.agents.events.EventTarget;
import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.observe.inspect.AllocationRecord;
import dev.dexscope.observe.inspect.AllocationRecords;
import dev.dexscope.observe.inspect.Frames;
import dev.dexscope.observe.inspect.GarbageCollections;
import dev.dexscope.observe.inspect.GuestFrame;
import dev.dexscope.observe.inspect.Heap;
import dev.dexscope.observe.inspect.Threads;
import dev.dexscope.observe.trace.CallListener;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.GuestClasses;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The environment of an agent in Java. Events that only HotSpot knows are received by an
 * environment of JVM TI; all others by the VM's own means, so that they are available on every
 * machine, and cost less.
 */
final class ProgramTools implements ToolEnvironment {
  /** Bits in {@code jvmtiCapabilities}. */
  private static final long LOCAL_VARIABLES = 1L << 14;

  private static final long STEPS = 1L << 16;
  private static final long EXCEPTION_EVENTS = 1L << 17;
  private static final long MONITOR_EVENTS = 1L << 28;

  private final String agent;
  private final Agents agents;

  /** The host's: a thread of ours may be requested by one of the program's. */
  private final ThreadGroup host = Thread.currentThread().getThreadGroup();

  private final List<ProgramListener> program = new CopyOnWriteArrayList<>();
  private final List<GarbageCollections> collections = new CopyOnWriteArrayList<>();

  /**
   * @param agent as the user has named it
   */
  ProgramTools(String agent, Agents agents) {
    this.agent = agent;
    this.agents = agents;
  }

  void begins() {
    for (ProgramListener each : program) {
      new Told(agent).tell(each::begins);
    }
  }

  void ended() {
    collections.forEach(GarbageCollections::settle);
    for (ProgramListener each : program) {
      new Told(agent).tell(each::ended);
    }
  }

  /** A listener's own actions post no events either, if HotSpot has not called it. */
  private Told.Telling quietly(Told.Telling event) {
    return agents.hasView()
        ? () -> {
          Bridge.enter();
          try {
            event.tell();
          } finally {
            Bridge.leave();
          }
        }
        : event;
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public void onProgram(ProgramListener listener) {
    program.add(listener);
  }

  @Override
  public void onThreads(ThreadListener listener) {
    agents.listen(
        EventTargets.threads(listener, new Told(agent)), 0, Event.THREAD_START, Event.THREAD_END);
  }

  @Override
  public void onClasses(ClassListener listener) {
    agents.listen(EventTargets.classes(listener, new Told(agent)), 0, Event.CLASS_PREPARE);
  }

  @Override
  public void onCalls(CallListener listener) throws IOException {
    var told = new Told(agent);
    MethodTracing.listen(
        new CallListener() {
          @Override
          public void entered(ProgramMethod method) {
            told.tell(quietly(() -> listener.entered(method)));
          }

          @Override
          public void left(ProgramMethod method, boolean isThrown) {
            told.tell(quietly(() -> listener.left(method, isThrown)));
          }
        });
  }

  @Override
  public void onMonitors(MonitorListener listener) {
    agents.listen(
        EventTargets.monitors(listener, new Told(agent)),
        MONITOR_EVENTS,
        Event.MONITOR_CONTENDED_ENTER,
        Event.MONITOR_CONTENDED_ENTERED,
        Event.MONITOR_WAIT,
        Event.MONITOR_WAITED);
  }

  @Override
  public void onExceptions(ExceptionListener listener) {
    agents.listen(
        EventTargets.exceptions(listener, new Told(agent), agents.view()),
        EXCEPTION_EVENTS,
        Event.EXCEPTION,
        Event.EXCEPTION_CATCH);
  }

  @Override
  public Breakpoints onBreakpoints(CodeListener listener) {
    return agents.breakpoints().of(listener, new Told(agent));
  }

  @Override
  public Steps onSteps(CodeListener listener) {
    EventTarget target = EventTargets.steps(listener, new Told(agent), agents.view());
    Listening listening = agents.listen(target, STEPS, Event.SINGLE_STEP);
    return new Steps() {
      @Override
      public void begin(Thread thread) {
        listening.step(true, thread);
      }

      @Override
      public void end(Thread thread) {
        listening.step(false, thread);
      }
    };
  }

  @Override
  public WatchedFields onFields(FieldListener listener) {
    return agents.fields().of(listener, new Told(agent));
  }

  @Override
  public Variables variables() {
    return agents.listen((_, _) -> {}, LOCAL_VARIABLES).variables();
  }

  @Override
  public Tags tags() {
    var told = new Told(agent);
    return ObjectTags.begin(
        host, listener -> tag -> told.tell(quietly(() -> listener.accept(tag))));
  }

  @Override
  public void onAllocations(Consumer<AllocationRecord> listener) throws IOException {
    var told = new Told(agent);
    AllocationRecords.tell(made -> told.tell(quietly(() -> listener.accept(made))));
    AllocationRecords.startOfProgram();
  }

  @Override
  public void onCollections(Consumer<GarbageCollections.Collection> listener) {
    var told = new Told(agent);
    collections.add(
        GarbageCollections.tell(
            collection -> told.tell(quietly(() -> listener.accept(collection)))));
  }

  @Override
  public void onDumpRequests(Runnable listener) {
    var told = new Told(agent);
    agents.listen((_, _) -> told.tell(listener::run), 0, Event.DATA_DUMP_REQUEST);
  }

  @Override
  public List<Thread> threads() {
    return List.copyOf(Threads.byId().values());
  }

  @Override
  public List<GuestFrame> stack() {
    Set<String> hidden = hiddenClassesOnStack();
    return Frames.current().stream()
        .filter(each -> each.location() != null || !hidden.contains(each.element().getClassName()))
        .toList();
  }

  /** Ours, and those of agents. */
  private static Set<String> hiddenClassesOnStack() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .filter(Hidden::isHidden)
                .map(Class::getName)
                .collect(Collectors.toSet()));
  }

  @Override
  public List<Class<?>> classes() throws IOException {
    return Arrays.asList(instrumentation().getAllLoadedClasses());
  }

  @Override
  public Optional<CodeMap> code(Class<?> type, String method, String descriptor) {
    GuestClasses classes = Vm.code().of(type.getClassLoader());
    return Optional.ofNullable(classes == null ? null : classes.codeMap(type, method, descriptor));
  }

  @Override
  public List<Heap.ClassCount> histogram() throws IOException {
    Set<String> shown = classes().stream().map(Class::getName).collect(Collectors.toSet());
    return Heap.histogram().stream().filter(each -> shown.contains(each.className())).toList();
  }

  @Override
  public Instrumentation instrumentation() throws IOException {
    return new ProgramInstrumentation(Vm.instrumentation());
  }
}
