package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.AgentCalls;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.observe.trace.MethodListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * MethodEntry and MethodExit of the program's own methods, told by hooks in their code: HotSpot
 * interprets all code while it tells of calls.
 *
 * <p>A constructor that an exception leaves has no hook for that. So each thread keeps the calls
 * that it is in, and such a constructor ends when a caller says that it has caught, or ended.
 */
public final class CallEvents implements MethodListener {
  static final List<Event> EVENTS = List.of(Event.METHOD_ENTRY, Event.METHOD_EXIT);

  /**
   * An agent that is told.
   *
   * @param threads on which, if it is not told of all
   */
  private record Target(
      long callback, long environment, boolean isOnAllThreads, Set<Thread> threads) {
    boolean isTold(Thread thread) {
      return isOnAllThreads || threads.contains(thread);
    }
  }

  /** The calls of one thread that have not ended. */
  private static final class OpenCalls {
    private long[] methods = new long[64];
    private int depth;

    /** Calls known before exits were last requested may have ended unseen. */
    private int asking;

    void push(long method) {
      if (depth == methods.length) {
        methods = Arrays.copyOf(methods, 2 * depth);
      }
      methods[depth++] = method;
    }

    /** The place of a method's innermost call; -1 when it has begun before anybody listened. */
    int find(long method) {
      int at = depth - 1;
      while (at >= 0 && methods[at] != method) {
        at--;
      }
      return at;
    }
  }

  private final HotSpot hotSpot;
  private final HookedMethods methods;
  private final ThreadLocal<OpenCalls> open = ThreadLocal.withInitial(OpenCalls::new);
  private volatile Target[] entries = {};
  private volatile Target[] exits = {};
  private volatile int askings;

  public CallEvents(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = new HookedMethods(methods);
  }

  public static boolean isOne(Event event) {
    return EVENTS.contains(event);
  }

  /**
   * {@code SetEventNotificationMode} (mode, event, thread) for one of these events.
   *
   * @param isLive whether threads can be named
   * @return its error
   */
  public int setMode(Environment environment, Event event, Call call, boolean isLive) {
    // HotSpot takes all other modes for JVMTI_DISABLE.
    boolean isOn = call.intArgument(1) == 1;
    long thread = call.argument(3);
    WantedCalls wanted = environment.calls();
    if (isOn && !wanted.may(event)) {
      return JvmtiError.MUST_POSSESS_CAPABILITY;
    }
    if (isOn && isLive && !CallCapabilities.isPrepared()) {
      return JvmtiError.INTERNAL;
    }
    if (thread == 0) {
      wanted.onAllThreads(event, isOn);
      return 0;
    }
    if (!isLive) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    // HotSpot says whether it is one that lives; its own event is off anyway.
    int error =
        hotSpot.call(
            Function.SET_EVENT_NOTIFICATION_MODE, environment.address(), 0, event.number(), thread);
    if (error == 0 && Bridge.resolve(thread) instanceof Thread named) {
      if (isOn) {
        wanted.threads(event).add(named);
      } else {
        wanted.threads(event).remove(named);
      }
    }
    return error;
  }

  /** Tells those of some agents from now on that want it; none when nothing is to be told. */
  public synchronized void tell(Collection<Environment> environments) {
    entries = targets(environments, Event.METHOD_ENTRY);
    Target[] before = exits;
    Target[] now = targets(environments, Event.METHOD_EXIT);
    if (before.length == 0 && now.length > 0) {
      askings++;
    }
    exits = now;
    MethodEvents.tell(entries.length + now.length == 0 ? null : this);
  }

  private static Target[] targets(Collection<Environment> environments, Event event) {
    List<Target> targets = new ArrayList<>();
    for (Environment each : environments) {
      WantedCalls wanted = each.calls();
      boolean isOnAllThreads = wanted.isOnAllThreads(event);
      Set<Thread> threads = wanted.threads(event);
      boolean isWanted = wanted.may(event) && (isOnAllThreads || !threads.isEmpty());
      if (isWanted && each.callback(event) != 0) {
        targets.add(new Target(each.callback(event), each.address(), isOnAllThreads, threads));
      }
    }
    return targets.toArray(Target[]::new);
  }

  private OpenCalls open() {
    OpenCalls calls = open.get();
    if (calls.asking != askings) {
      calls.asking = askings;
      calls.depth = 0;
    }
    return calls;
  }

  @Override
  public void entered(Class<?> type, int method) {
    long id = methods.id(type, method);
    if (exits.length > 0) {
      open().push(id);
    }
    tell(entries, id, false, 0);
  }

  @Override
  public void returned(Class<?> type, int method, long value) {
    Target[] targets = exits;
    if (targets.length > 0) {
      long id = methods.id(type, method);
      end(id);
      tell(targets, id, false, value);
    }
  }

  @Override
  public void returned(Class<?> type, int method, @Nullable Object value) {
    Target[] targets = exits;
    if (targets.length > 0) {
      long id = methods.id(type, method);
      end(id);
      Thread thread = Thread.currentThread();
      for (Target each : targets) {
        if (each.isTold(thread)) {
          AgentCalls.tellObject(each.callback, each.environment, thread, id, 0, value);
        }
      }
    }
  }

  @Override
  public void thrown(Class<?> type, int method) {
    Target[] targets = exits;
    if (targets.length > 0) {
      long id = methods.id(type, method);
      end(id);
      tell(targets, id, true, 0);
    }
  }

  @Override
  public void caught(Class<?> type, int method) {
    if (exits.length > 0) {
      OpenCalls calls = open();
      int at = calls.find(methods.id(type, method));
      if (at >= 0) {
        leaveAbove(calls, at);
      }
    }
  }

  private void end(long method) {
    OpenCalls calls = open();
    int at = calls.find(method);
    if (at >= 0) {
      leaveAbove(calls, at);
      calls.depth = at;
    }
  }

  private void leaveAbove(OpenCalls calls, int at) {
    while (calls.depth > at + 1) {
      tell(exits, calls.methods[--calls.depth], true, 0);
    }
  }

  private static void tell(Target[] targets, long method, boolean isThrown, long value) {
    Thread thread = Thread.currentThread();
    for (Target each : targets) {
      if (each.isTold(thread)) {
        AgentCalls.tell(each.callback, each.environment, thread, method, isThrown ? 1 : 0, value);
      }
    }
  }
}
