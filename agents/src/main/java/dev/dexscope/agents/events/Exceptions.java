package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.program.CurrentStack;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.agents.program.MethodView;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.CodeMap;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Reports exceptions to agents. Code of the VM's throws where the platform would, and what comes to
 * the program from there is the program's: it is told where that has made the call. What the VM
 * throws and catches itself is nobody's.
 */
public final class Exceptions {
  /** The event's arguments: where it is thrown and, if so, caught. */
  private static final int METHOD = 3;

  private static final int LOCATION = 4;
  private static final int THROWN = 5;
  private static final int CATCHER = 6;
  private static final int CATCH_LOCATION = 7;

  /** The number of the other event, of an exception that is caught. */
  private static final int CAUGHT = 5;

  private final HotSpot hotSpot;
  private final Methods methods;

  public Exceptions(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /** Whether agents are told; the arguments become what they are told. */
  public boolean isShown(Call call) {
    MethodView thrower = methods.of(call.argument(METHOD));
    if (thrower.isOfHooks(call.argument(LOCATION))) {
      return false; // It was told of when it was thrown first.
    }
    if (methods.of(call.argument(CATCHER)).isOfHooks(call.argument(CATCH_LOCATION))) {
      catchBehindHooks(call);
    }
    long catcher = call.argument(CATCHER);
    boolean isCaughtByVm = catcher != 0 && !methods.of(catcher).isShown();
    boolean isThrownByVm = !thrower.isShown() || (thrower.map() == null && Hidden.isOfHost());
    if (isCaughtByVm || isThrownByVm) {
      CurrentStack frames = CurrentStack.of(hotSpot);
      int from = frames.find(0, call.argument(METHOD));
      int to = catcher == 0 ? frames.size() : frames.find(from, catcher);
      int reached = frames.findProgram(from, methods);
      if (isThrownByVm && reached > Math.min(to, frames.size() - 1)) {
        return false;
      }
      if (!thrower.isShown()) {
        call.argument(METHOD, frames.methods()[reached]);
        call.argument(LOCATION, frames.bcis()[reached]);
      }
      if (isCaughtByVm) {
        catchOutside(call, frames, to);
      }
    }
    locate(call, METHOD, LOCATION);
    locate(call, CATCHER, CATCH_LOCATION);
    return true;
  }

  /**
   * Whether agents are told that a method that they see has caught an exception, as they are when
   * they were told that it was thrown. Where that was nobody says any more; where the exception was
   * made is nearly always the same.
   */
  boolean isShownCatch(Call call) {
    MethodView catcher = methods.of(call.argument(METHOD));
    if (catcher.map() != null) {
      return !catcher.isOfHooks(call.argument(LOCATION));
    }
    return !(Hidden.isOfHost()
        || (Bridge.resolve(call.argument(CAUGHT)) instanceof Throwable caught
            && isOfVm(caught.getStackTrace(), methods.name(call.argument(METHOD)))));
  }

  /**
   * Whether the VM has made an exception, and no method of the program's is between it and the
   * catcher, which is the platform's: a class loader that finds that its parent has no such class.
   */
  private static boolean isOfVm(StackTraceElement[] trace, @Nullable ProgramMethod catcher) {
    if (trace.length == 0 || Vm.isShownInStacks(trace[0].getClassName())) {
      return false;
    }
    for (StackTraceElement frame : trace) {
      String type = frame.getClassName();
      if (catcher != null
          && type.equals(catcher.className())
          && frame.getMethodName().equals(catcher.name())) {
        return true;
      }
      if (frame.getModuleName() == null && Vm.isShownInStacks(type)) {
        return false;
      }
    }
    return false;
  }

  /** HotSpot names the hook that throws the exception again: who catches it then is outside. */
  private void catchBehindHooks(Call call) {
    CurrentStack frames = CurrentStack.of(hotSpot);
    int hooked = frames.find(frames.find(0, call.argument(METHOD)), call.argument(CATCHER));
    Object thrown = Bridge.resolve(call.argument(THROWN));
    call.argument(CATCHER, 0);
    call.argument(CATCH_LOCATION, 0);
    for (int i = hooked + 1; thrown != null && i < frames.size(); i++) {
      long method = frames.methods()[i];
      long bci = frames.bcis()[i];
      // The JDK's proxies catch all: what their class files are like nobody knows.
      Class<?> type = methods.declaringClass(method);
      long handler =
          type != null && Proxy.isProxyClass(type)
              ? bci
              : methods.handlers(method).find((int) bci, thrown.getClass());
      if (handler != CodeMap.NONE) {
        call.argument(CATCHER, method);
        call.argument(CATCH_LOCATION, handler);
        return;
      }
    }
  }

  /**
   * An exception that the VM catches comes to the program as another one, as from a call by
   * reflection; one that it catches at the end of a thread is caught by nobody.
   */
  private void catchOutside(Call call, CurrentStack frames, int catcher) {
    int outside = frames.findProgram(catcher, methods);
    boolean isAny = outside < frames.size();
    call.argument(CATCHER, isAny ? frames.methods()[outside] : 0);
    call.argument(CATCH_LOCATION, isAny ? frames.bcis()[outside] : 0);
  }

  private void locate(Call call, int method, int location) {
    if (call.argument(method) != 0) {
      MethodView view = methods.of(call.argument(method));
      call.argument(location, view.location(call.argument(location)));
    }
  }
}
