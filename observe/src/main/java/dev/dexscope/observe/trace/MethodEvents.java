package dev.dexscope.observe.trace;

import dev.dexscope.trace.Method;
import dev.dexscope.vm.instrument.HookTransform;
import dev.dexscope.vm.instrument.HookedClasses;
import dev.dexscope.vm.instrument.MethodIds;
import dev.dexscope.vm.runtime.AgentHooks;
import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the program's own methods in the form for agents, reported by hooks in its code.
 *
 * <pre>{@code
 * MethodEvents.prepare(Vm::isGuest);
 * MethodEvents.tell(listener);
 * ...
 * MethodEvents.tell(null);
 * }</pre>
 */
public final class MethodEvents {
  private final MethodIds ids = new MethodIds();
  private final HookedClasses classes = new HookedClasses(HookTransform.forAgents(ids)::apply);

  private MethodEvents() {}

  private static MethodEvents ofVm() {
    return VmContext.current().part(MethodEvents.class, MethodEvents::new);
  }

  /** The VM has started: its classes can have hooks from their definition on. */
  public static void begin() {
    ofVm().classes.hookAtDefinition();
  }

  /**
   * Adds hooks to the program's classes, including those defined later. Without a listener they do
   * next to nothing. A call that has begun before has none.
   *
   * @param guests whether a loader's classes are the program's
   * @throws IOException if there are classes already, and the JVM does not load agents to hook them
   */
  public static void prepare(Predicate<@Nullable ClassLoader> guests) throws IOException {
    ofVm().classes.hook(guests);
  }

  /** Sets the listener; null removes it. */
  public static void tell(@Nullable MethodListener listener) {
    AgentHooks.tell(listener == null ? null : new Told(listener));
  }

  /** The method of a number. */
  public static ProgramMethod name(int method) {
    Method found = ofVm().ids.method(method);
    return new ProgramMethod(found.className(), found.name(), found.signature());
  }

  /**
   * A guest class that is defined now, with hooks if there are to be some.
   *
   * @return null when it is to be defined as it is
   */
  public static byte @Nullable [] atDefinition(byte[] plain) {
    return ofVm().classes.atDefinition(plain);
  }

  private record Told(MethodListener listener) implements AgentHooks.Recorder {
    @Override
    public void enter(Class<?> type, int method) {
      listener.entered(type, method);
    }

    @Override
    public void exit(Class<?> type, int method, long value) {
      listener.returned(type, method, value);
    }

    @Override
    public void exit(Class<?> type, int method, @Nullable Object value) {
      listener.returned(type, method, value);
    }

    @Override
    public void unwind(Class<?> type, int method) {
      listener.thrown(type, method);
    }

    @Override
    public void caught(Class<?> type, int method) {
      listener.caught(type, method);
    }
  }
}
