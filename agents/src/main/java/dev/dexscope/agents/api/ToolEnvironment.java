package dev.dexscope.agents.api;

import dev.dexscope.observe.inspect.AllocationRecord;
import dev.dexscope.observe.inspect.GarbageCollections;
import dev.dexscope.observe.inspect.GuestFrame;
import dev.dexscope.observe.inspect.Heap;
import dev.dexscope.observe.trace.CallListener;
import dev.dexscope.vm.debug.CodeMap;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The program and its VM, as an agent in Java sees them. Nothing costs the program time that no
 * agent has asked for.
 *
 * <p>Listeners are called by the program's own threads, unless they say otherwise, while the event
 * goes on: the program waits for them. What a listener does is no event itself. One that throws is
 * told of nothing more, and standard error says so.
 *
 * <pre>{@code
 * environment.onProgram(new ProgramListener() {
 *   public void ended() throws IOException {
 *     environment.histogram().stream().limit(10).forEach(System.out::println);
 *   }
 * });
 * }</pre>
 */
public interface ToolEnvironment {
  /** The version of this interface that an agent has been compiled against. */
  int VERSION = 1;

  /** The version of this interface that the VM has. */
  int version();

  /** Tells of the program's begin and end. */
  void onProgram(ProgramListener listener);

  /**
   * Tells of the program's threads.
   *
   * @throws UnsupportedOperationException on a machine without native agents (docs/agents.md)
   */
  void onThreads(ThreadListener listener);

  /**
   * Tells of classes that are ready to be used: the program's, and those of the JDK that it uses.
   * Where a listener is the first to use one of the JDK's, it is told of later: the class is there
   * for the program from then on.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onClasses(ClassListener listener);

  /**
   * Tells of all calls of the program's own methods.
   *
   * @throws IOException when the JVM does not let its classes be changed
   */
  void onCalls(CallListener listener) throws IOException;

  /**
   * Tells who waits for monitors.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onMonitors(MonitorListener listener);

  /**
   * Tells of exceptions. Throwing takes a hundred times as long, even where nobody listens any
   * more; so this can be asked for before the program begins only.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException when the program has begun
   */
  void onExceptions(ExceptionListener listener);

  /**
   * Tells of instructions that are reached, as soon as they are asked for.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException when the program has begun and no agent in Java has asked before,
   *     or a native agent has breakpoints for itself
   */
  Breakpoints onBreakpoints(CodeListener listener);

  /**
   * Tells of each instruction of the program's own code, and of the JDK's that it calls, on threads
   * that are asked for.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException when the program has begun
   */
  Steps onSteps(CodeListener listener);

  /**
   * Tells of uses of fields, as soon as they are asked for.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException when the program has begun and no agent in Java has asked before,
   *     or a native agent watches fields
   */
  WatchedFields onFields(FieldListener listener);

  /**
   * The local variables of the program's innermost frame, for listeners on its threads. This can be
   * asked for before the program begins only, used later.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException when the program has begun
   */
  Variables variables();

  /** Numbers for objects. */
  Tags tags();

  /**
   * Tells of each object that the program's own code makes.
   *
   * @throws IOException when the JVM does not let its classes be changed
   */
  void onAllocations(Consumer<AllocationRecord> listener) throws IOException;

  /**
   * Tells of garbage collections, by a thread of the JVM's, soon after each of them, and of all
   * before {@link ProgramListener#ended}.
   */
  void onCollections(Consumer<GarbageCollections.Collection> listener);

  /**
   * Tells of each time that the process is asked for a dump ({@code kill -QUIT}), by a thread of
   * the JVM's.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onDumpRequests(Runnable listener);

  /** The program's threads that live. */
  List<Thread> threads();

  /** The program's frames on the current thread, from the innermost one on. */
  List<GuestFrame> stack();

  /**
   * The program's classes that have been loaded, and the JDK's.
   *
   * @throws IOException when the JVM does not tell
   */
  List<Class<?>> classes() throws IOException;

  /**
   * The dex code of a method: its instructions, lines, registers.
   *
   * @param descriptor as in {@code "(I)V"}
   * @return nothing for methods of the JDK, and those without code
   */
  Optional<CodeMap> code(Class<?> type, String method, String descriptor);

  /**
   * How many objects of which class can be reached, the most bytes first; collects garbage. Objects
   * of Dexscope's own classes are not counted, those of the JDK's classes that it has made are.
   *
   * @throws IOException when the JVM lets no agent in
   */
  List<Heap.ClassCount> histogram() throws IOException;

  /**
   * Instrumentation of class files, as {@code java.lang.instrument} has it: those of dex classes
   * are what they were made into. None of Dexscope's own are seen.
   *
   * @throws IOException when the JVM lets no agent in
   */
  Instrumentation instrumentation() throws IOException;
}
