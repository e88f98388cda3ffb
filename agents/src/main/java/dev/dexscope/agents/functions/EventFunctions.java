package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.CallEvents;
import dev.dexscope.agents.events.Environment;
import dev.dexscope.agents.events.Environments;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;

/** The functions about events: those of a later phase are held back until then. */
final class EventFunctions {
  private final HotSpot hotSpot;
  private final MachineLibrary machine;
  private final Environments environments;
  private final CallEvents calls;

  EventFunctions(
      HotSpot hotSpot, MachineLibrary machine, Environments environments, CallEvents calls) {
    this.hotSpot = hotSpot;
    this.machine = machine;
    this.environments = environments;
    this.calls = calls;
  }

  /**
   * (mode, event, thread)
   *
   * @return false when HotSpot is to answer
   */
  boolean setMode(Call call) {
    Event event = Event.of(call.intArgument(2));
    Environment environment = environments.of(call);
    Phase phase = environments.phase();
    boolean isOn = call.intArgument(1) == 1;
    if (event == null || environment == null || phase == Phase.DEAD) {
      return false;
    }
    if (environment.isToldByHooks() && CallEvents.isOne(event)) {
      call.result(calls.setMode(environment, event, call, phase == Phase.LIVE));
      environments.updateCalls();
      return true;
    }
    boolean isOurs = event.source() == Event.Source.VM;
    if (call.argument(3) == 0) {
      environment.want(event, isOn);
    }
    if (!isOurs && phase.compareTo(event.earliest()) >= 0) {
      return false;
    }
    if (call.argument(3) != 0) {
      call.result(JvmtiError.ILLEGAL_ARGUMENT);
      return true;
    }
    // HotSpot decides whether the agent may; it would post the event at once.
    int error =
        hotSpot.call(
            Function.SET_EVENT_NOTIFICATION_MODE,
            environment.address(),
            call.intArgument(1),
            event.number(),
            0);
    environments.setMode(environment, false, event);
    if (error != 0) {
      environment.want(event, false);
    }
    call.result(error);
    return true;
  }

  /** (callbacks, size) */
  int setCallbacks(Call call) {
    Environment environment = environments.of(call);
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
      environments.updateCalls();
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
}
