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
 * The program and its VM, as an agent in Java sees them. Only events that an agent has requested
 * cost the program time.
 *
 * <p>Listeners are called by the program's own threads, unless specified otherwise, during the
 * event: the program waits for them. A listener's own actions post no events. A listener that
 * throws receives no further events, which is reported on standard error.
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
   * Reports classes that are ready to be used: the program's, and those of the JDK that it uses. If
   * a listener is the first to use one of the JDK's, it is reported later, when the program uses
   * it.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onClasses(ClassListener listener);

  /**
   * Reports all calls of the program's own methods.
   *
   * @throws IOException if the JVM does not permit changes of its classes
   */
  void onCalls(CallListener listener) throws IOException;

  /**
   * Tells who waits for monitors.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onMonitors(MonitorListener listener);

  /**
   * Reports exceptions. Throwing takes a hundred times as long, even without listeners later; so
   * this can be called only before the program begins.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException if the program has begun
   */
  void onExceptions(ExceptionListener listener);

  /**
   * Reports requested instructions when they are reached.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException if the program has begun and no agent in Java has called this
   *     before, or if a native agent has breakpoints for itself
   */
  Breakpoints onBreakpoints(CodeListener listener);

  /**
   * Reports each instruction of the program's own code, and of the JDK's that it calls, on
   * requested threads.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException if the program has begun
   */
  Steps onSteps(CodeListener listener);

  /**
   * Reports uses of requested fields.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException if the program has begun and no agent in Java has called this
   *     before, or if a native agent watches fields
   */
  WatchedFields onFields(FieldListener listener);

  /**
   * Returns the local variables of the program's innermost frame, for listeners on its threads.
   * This can be called only before the program begins, and used later.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   * @throws IllegalStateException if the program has begun
   */
  Variables variables();

  /** Numbers for objects. */
  Tags tags();

  /**
   * Reports each object that the program's own code creates.
   *
   * @throws IOException if the JVM does not permit changes of its classes
   */
  void onAllocations(Consumer<AllocationRecord> listener) throws IOException;

  /**
   * Tells of garbage collections, by a thread of the JVM's, soon after each of them, and of all
   * before {@link ProgramListener#ended}.
   */
  void onCollections(Consumer<GarbageCollections.Collection> listener);

  /**
   * Reports each request of a dump ({@code kill -QUIT}), on a thread of the JVM.
   *
   * @throws UnsupportedOperationException on a machine without native agents
   */
  void onDumpRequests(Runnable listener);

  /** The program's threads that live. */
  List<Thread> threads();

  /** The program's frames on the current thread, from the innermost one on. */
  List<GuestFrame> stack();

  /**
   * Returns the loaded classes of the program and the JDK.
   *
   * @throws IOException if the JVM does not provide them
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
   * Returns the number of reachable objects of each class, the most bytes first; collects garbage.
   * Objects of Dexscope's own classes are not counted, but those of the JDK's classes that it has
   * created are.
   *
   * @throws IOException if the JVM does not load agents
   */
  List<Heap.ClassCount> histogram() throws IOException;

  /**
   * Returns instrumentation of class files, as in {@code java.lang.instrument}: those of dex
   * classes are their translations. Dexscope's own are not visible.
   *
   * @throws IOException if the JVM does not load agents
   */
  Instrumentation instrumentation() throws IOException;
}
