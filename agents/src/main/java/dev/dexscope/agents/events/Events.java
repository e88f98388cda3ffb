package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.CodeBreakpoints;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.agents.program.KnownMethods;
import dev.dexscope.agents.program.MethodView;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.vm.Vm;

/** Which of HotSpot's events agents are told of, and at which places in dex code they happen. */
public final class Events {
  private static final int THREAD = 2;
  private static final int METHOD = 3;
  private static final int MONITOR = 3;
  private static final int LOCATION = 4;

  private final Methods methods;
  private final CodeBreakpoints breakpoints;
  private final PoppedFrames poppedFrames;
  private final Exceptions exceptions;
  private final KnownMethods known;

  public Events(
      Methods methods,
      CodeBreakpoints breakpoints,
      PoppedFrames poppedFrames,
      Exceptions exceptions,
      KnownMethods known) {
    this.methods = methods;
    this.breakpoints = breakpoints;
    this.poppedFrames = poppedFrames;
    this.exceptions = exceptions;
    this.known = known;
  }

  /** Whether an agent is told; the event's places are those that it sees then. */
  public boolean isShown(Event event, Call call) {
    return switch (event.source()) {
      case SHOWN_THREADS ->
          !Hidden.isHiddenThread(call.argument(THREAD)) && !isMonitorOfOurs(event, call);
      case SHOWN_CLASSES -> isShownClass(event, call);
      case SHOWN_OBJECTS ->
          !Hidden.isHiddenThread(call.argument(THREAD)) && !Hidden.isHiddenClass(call.argument(4));
      case CODE -> isShownCode(event, call);
      case HOTSPOT, VM -> true;
    };
  }

  /**
   * Whether an event is about a monitor of the VM's own, which the program waits for unknowingly.
   */
  private static boolean isMonitorOfOurs(Event event, Call call) {
    if (event == Event.THREAD_START || event == Event.THREAD_END || call.argument(MONITOR) == 0) {
      return false;
    }
    Object monitor = Bridge.resolve(call.argument(MONITOR));
    return monitor != null
        && Hidden.isHidden(monitor instanceof Class<?> type ? type : monitor.getClass());
  }

  private static boolean isShownClass(Event event, Call call) {
    if (event != Event.CLASS_FILE_LOAD_HOOK) {
      return isShownLoad(call.argument(THREAD), call.argument(3));
    }
    if (call.argument(2) != 0) {
      return !Hidden.isHiddenClass(call.argument(2));
    }
    long name = call.argument(4);
    ClassLoader loader =
        call.argument(3) != 0 && Bridge.resolve(call.argument(3)) instanceof ClassLoader known
            ? known
            : null;
    // An agent's lock may be held by who waits for the class that a thread of the host's loads.
    boolean isHiddenClass =
        name != 0 && Hidden.isHidden(loader, Memory.string(name).replace('/', '.'));
    return Vm.isGuest(loader) || !(Hidden.isHidden(Thread.currentThread()) || isHiddenClass);
  }

  /**
   * Whether an agent is told that a thread has loaded a class. A debugger that was told of one that
   * the host's threads have loaded for themselves would stop these threads, which talk with it.
   */
  private static boolean isShownLoad(long thread, long type) {
    boolean isOfProgram =
        Bridge.resolve(type) instanceof Class<?> loaded && Vm.isGuest(loaded.getClassLoader());
    return isOfProgram || !(Hidden.isHiddenThread(thread) || Hidden.isHiddenClass(type));
  }

  private boolean isShownCode(Event event, Call call) {
    if (event == Event.COMPILED_METHOD_UNLOAD) {
      return true; // Its class may be gone: nothing can be asked about it.
    }
    if (event == Event.COMPILED_METHOD_LOAD) {
      return compiled(call);
    }
    MethodView method = known.of(call.argument(METHOD));
    if (Hidden.isHiddenThread(call.argument(THREAD))) {
      Bridge.hide();
      return false;
    }
    if (event == Event.EXCEPTION) {
      return exceptions.isShown(call);
    }
    if (!method.isShown() || (event == Event.EXCEPTION_CATCH && !exceptions.isShownCatch(call))) {
      return false;
    }
    switch (event) {
      case BREAKPOINT -> {
        long bci = call.argument(LOCATION);
        call.argument(
            LOCATION, breakpoints.asked(call.argument(METHOD), bci, method.location(bci)));
      }
      case SINGLE_STEP -> {
        long bci = call.argument(LOCATION);
        boolean isStart = method.map() == null || method.starts().get((int) bci);
        // The call that a frame is popped to begins again behind its arguments.
        if (!poppedFrames.isFirstStep(call.argument(THREAD)) && !isStart) {
          return false;
        }
        call.argument(LOCATION, method.location(bci));
        known.withAddresses(call.argument(METHOD));
      }
      case EXCEPTION_CATCH, FIELD_ACCESS, FIELD_MODIFICATION ->
          call.argument(LOCATION, method.location(call.argument(LOCATION)));
      default -> {}
    }
    return true;
  }

  /** (method, size, address, entries, map, information) */
  private boolean compiled(Call call) {
    MethodView method = methods.of(call.argument(1));
    if (method.map() != null) {
      for (int i = 0; i < call.intArgument(4); i++) {
        long place = call.argument(5) + 16L * i + 8;
        Memory.writeLong(place, method.location(Memory.readLong(place)));
      }
    }
    return method.isShown();
  }
}
