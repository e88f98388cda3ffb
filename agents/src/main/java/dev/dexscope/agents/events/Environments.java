package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.Call;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The environments of all agents, and the phase of the program that they are in. */
public final class Environments {
  private final HotSpot hotSpot;
  private final CallEvents calls;

  /** In the order in which agents made them. */
  private final List<Environment> all = new CopyOnWriteArrayList<>();

  private final Map<Long, Environment> byAddress = new ConcurrentHashMap<>();
  private volatile Phase phase = Phase.ONLOAD;

  public Environments(HotSpot hotSpot, CallEvents calls) {
    this.hotSpot = hotSpot;
    this.calls = calls;
  }

  public Phase phase() {
    return phase;
  }

  /** Events of a phase are posted from now on. */
  public void enter(Phase next) {
    phase = next;
    for (Environment each : all) {
      for (Event due : each.due(next)) {
        setMode(each, true, due);
        if (due == Event.DYNAMIC_CODE_GENERATED) {
          // HotSpot had its interpreter before there was an agent; profilers look for its place.
          hotSpot.call(Function.GENERATE_EVENTS, each.address(), due.number());
        }
      }
    }
    updateCalls();
  }

  /** The program has ended: no more events are posted. */
  public void end() {
    phase = Phase.DEAD;
    updateCalls();
    for (Environment each : all) {
      hotSpot.call(Function.SET_EVENT_CALLBACKS, each.address(), 0, 0);
    }
  }

  public void add(Environment environment) {
    all.add(environment);
    byAddress.put(environment.address(), environment);
  }

  /** An agent disposes of one. */
  public void remove(long address) {
    all.remove(byAddress.remove(address));
    updateCalls();
  }

  /** Whether an agent has one of this address, and has not disposed of it. */
  public boolean has(long address) {
    return at(address) != null;
  }

  /** The one of an address; null where it is none of an agent's. */
  @Nullable Environment at(long address) {
    return byAddress.get(address);
  }

  /** The one that a call is about, its first argument; null where it is none of an agent's. */
  public @Nullable Environment of(Call call) {
    return at(call.argument(0));
  }

  /** Whether a call is a debugger's. */
  public boolean isDebugger(Call call) {
    Environment environment = of(call);
    return environment != null && environment.isDebugger();
  }

  /** Enables or disables one of HotSpot's events on all threads; returns HotSpot's error. */
  public int setMode(Environment environment, boolean isOn, Event event) {
    return hotSpot.call(
        Function.SET_EVENT_NOTIFICATION_MODE,
        environment.address(),
        isOn ? 1 : 0,
        event.number(),
        0);
  }

  /** Agents may have enabled or disabled events of calls. */
  public void updateCalls() {
    calls.tell(phase == Phase.LIVE ? all : List.of());
  }

  /** Posts an event that HotSpot does not post. */
  public void post(Event event, @Nullable Thread thread) {
    for (Environment each : all) {
      each.post(event, thread, 0);
    }
  }
}
