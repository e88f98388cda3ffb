package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.program.CodeBreakpoints;
import dev.dexscope.vm.Vm;
import org.jspecify.annotations.Nullable;

/** The way of HotSpot's events to agents' callbacks, or to Java. */
public final class EventDelivery {
  /** The places of a method and an address in the arguments of events in code. */
  private static final int METHOD = 3;

  private static final int LOCATION = 4;

  private final Environments environments;
  private final Events events;
  private final UnheardClasses unheard;
  private final CodeBreakpoints breakpoints;

  /** Null where agents are given class files. */
  private final @Nullable DexLoadHook dexLoadHook;

  public EventDelivery(
      Environments environments,
      Events events,
      UnheardClasses unheard,
      CodeBreakpoints breakpoints,
      @Nullable DexLoadHook dexLoadHook) {
    this.environments = environments;
    this.events = events;
    this.unheard = unheard;
    this.breakpoints = breakpoints;
    this.dexLoadHook = dexLoadHook;
  }

  /** An event has happened; returns the address of the agent's callback, or 0. */
  public long deliver(int number, Call call) {
    Event event = Event.of(number);
    Environment environment = environments.of(call);
    if (event == null || environment == null) {
      return 0;
    }
    long location = call.argument(LOCATION);
    boolean isShown = events.isShown(event, call);
    // Compiled methods are reported by a thread of HotSpot's own, at any time.
    if (event == Event.COMPILED_METHOD_LOAD || Vm.isGuest(Thread.currentThread())) {
      unheard.post();
    }
    if (!isShown) {
      return 0;
    }
    EventTarget target = environment.target();
    if (target != null) {
      deliver(target, event, call, location);
      return 0;
    }
    boolean isDelivered =
        event == Event.CLASS_FILE_LOAD_HOOK
            && dexLoadHook != null
            && dexLoadHook.tell(environment, call);
    return isDelivered ? 0 : environment.callback(event);
  }

  /**
   * To Java, of a breakpoint once for each address at which it was set: an instruction without code
   * of its own is reached with the next one.
   *
   * @param location HotSpot's
   */
  private void deliver(EventTarget target, Event event, Call call, long location) {
    if (event != Event.BREAKPOINT) {
      target.happened(event, call);
      return;
    }
    long method = call.argument(METHOD);
    for (long address : breakpoints.allAsked(method, location, call.argument(LOCATION))) {
      call.argument(LOCATION, address);
      target.happened(event, call);
    }
  }
}
