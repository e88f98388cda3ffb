package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.AgentCalls;
import dev.dexscope.agents.machine.Bridge;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent's environment: HotSpot's own, and what it asked of the VM. */
public final class Environment {
  private final long address;
  private final @Nullable EventTarget target;
  private volatile long[] callbacks = new long[Event.COUNT];
  private final Set<Event> wanted = EnumSet.noneOf(Event.class);
  private final WantedCalls calls = new WantedCalls();

  private volatile boolean isToldByHooks;
  private final boolean isDebugger;

  /**
   * @param isToldByHooks whether it is told of calls by hooks, and not by HotSpot
   * @param isDebugger whether it is made for HotSpot's frames, and numbers registers as slots
   */
  public Environment(long address, boolean isToldByHooks, boolean isDebugger) {
    this(address, isToldByHooks, isDebugger, null);
  }

  /**
   * @param target who is told in the place of callbacks
   */
  public Environment(long address, EventTarget target) {
    this(address, false, false, target);
  }

  private Environment(
      long address, boolean isToldByHooks, boolean isDebugger, @Nullable EventTarget target) {
    this.address = address;
    this.isToldByHooks = isToldByHooks;
    this.isDebugger = isDebugger;
    this.target = target;
  }

  public boolean isToldByHooks() {
    return isToldByHooks;
  }

  /** HotSpot tells it of calls from now on. */
  void leaveHooks() {
    calls.relinquish(calls.capabilities());
    isToldByHooks = false;
  }

  public boolean isDebugger() {
    return isDebugger;
  }

  public long address() {
    return address;
  }

  public @Nullable EventTarget target() {
    return target;
  }

  /** Returns the calls that it wants to know of. */
  public WantedCalls calls() {
    return calls;
  }

  /** Sets the agent's callbacks, by {@link Event#index}. */
  public void callbacks(long[] functions) {
    callbacks = functions.clone();
  }

  /** The callback of an event, or 0. */
  public long callback(Event event) {
    return callbacks[event.index()];
  }

  /** Remembers whether the agent wants an event on all threads. */
  public synchronized void want(Event event, boolean isWanted) {
    if (isWanted) {
      wanted.add(event);
    } else {
      wanted.remove(event);
    }
  }

  /** The events that HotSpot is to tell of from a phase on, because the agent asked before. */
  public synchronized Set<Event> due(Phase phase) {
    Set<Event> due = EnumSet.noneOf(Event.class);
    for (Event each : wanted) {
      if (each.source() != Event.Source.VM && each.earliest() == phase) {
        due.add(each);
      }
    }
    return due;
  }

  synchronized boolean wants(Event event) {
    return wanted.contains(event);
  }

  /**
   * Tells the agent of an event that HotSpot does not tell of.
   *
   * @param type a reference to the class that it is about; 0 where it is about none
   */
  public void post(Event event, @Nullable Thread thread, long type) {
    long callback = callback(event);
    if (callback != 0 && wants(event)) {
      // What the agent calls is no work of ours, whoever posts.
      int nested = Bridge.nest(0);
      AgentCalls.post(callback, address, thread, type, 0, 0);
      Bridge.nest(nested);
    }
    if (target != null && thread != null && wants(event)) {
      if (event == Event.THREAD_START) {
        target.started(thread);
      } else if (event == Event.CLASS_PREPARE && Bridge.resolve(type) instanceof Class<?> known) {
        target.prepared(known);
      }
    }
  }
}
