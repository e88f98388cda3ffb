package dev.dexscope.vm.interpret;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.CalledMethod;
import dev.dexscope.vm.runtime.HostClasses;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A call whose target the receiver's class chooses. */
final class VirtualCall extends Call {
  private record Choice(Class<?> receiver, @Nullable InterpretedMethod target) {
    boolean holds(Class<?> other) {
      return receiver == other && (target == null || !target.isReplaced());
    }
  }

  private final boolean byInterface;
  private final MethodRef method;
  private final CalledMethod called;
  private final String key;
  private final boolean recordsTrace;

  /**
   * Whether the target can be found by name, which fails for a method that only its package
   * overrides.
   */
  private boolean overridable;

  /** The choice for the last receiver's class. */
  private @Nullable Choice last;

  /**
   * @param method what the instruction names
   */
  VirtualCall(
      Linker linker,
      int[] registers,
      String shorty,
      boolean byInterface,
      MethodRef method,
      CalledMethod called) {
    super(linker, registers, shorty);
    this.byInterface = byInterface;
    this.method = method;
    this.called = called;
    this.key = method.name() + method.proto().descriptor();
    this.recordsTrace = method.name().equals("fillInStackTrace");
  }

  @Override
  void invoke(Frame frame) throws Throwable {
    Object receiver = receiver(frame, byInterface ? "interface" : "virtual", method);
    Choice choice = last;
    InterpretedMethod target =
        choice != null && choice.holds(receiver.getClass())
            ? choice.target
            : choose(receiver.getClass());
    if (target != null) {
      enter(frame, target);
    } else {
      invokeHandle(frame);
      if (recordsTrace && receiver instanceof Throwable thrown) {
        frame.thread.seen = null;
        GuestTraces.see(thrown, frame);
      }
    }
  }

  private @Nullable InterpretedMethod choose(Class<?> receiver) {
    if (!isLinked()) {
      return null;
    }
    if (!overridable || receiver.isHidden() || isPlatform(receiver)) {
      last = new Choice(receiver, null);
      return null;
    }
    InterpretedMethod target = GuestClass.of(receiver).select(key, called.byInterface());
    if (target != null) {
      last = new Choice(receiver, target);
    }
    return target;
  }

  @Override
  MethodHandle link() {
    MethodHandle found = linker.virtualMethod(called.method());
    overridable =
        called.byInterface()
            || isPlatform(found.type().parameterType(0))
            || (HostClasses.reveal(found).getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED))
                != 0;
    return found;
  }
}
