package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.foreign.Arena;

/**
 * The capabilities to be told of calls, which agents have of us: HotSpot's would make throwing
 * slow, and those that come late would not get them.
 *
 * <p>Who takes frames away, or looks at exceptions, has HotSpot's: a thread that waits in a
 * callback of a hook has our frames on top, which cannot be taken away, and hooks catch what their
 * methods throw.
 */
public final class CallCapabilities {
  /** By their bits in {@code jvmtiCapabilities}. */
  private static final long ENTRY = 1L << 24;

  private static final long EXIT = 1L << 25;
  private static final long OURS = ENTRY | EXIT;

  /** can_pop_frame, can_force_early_return, and to generate exception and frame pop events. */
  private static final long WITHOUT_HOOKS = 1L << 8 | 1L << 33 | 1L << 17 | 1L << 18;

  /** The size of {@code jvmtiCapabilities}; ours is kept behind them. */
  private static final int SIZE = 16;

  private final HotSpot hotSpot;

  public CallCapabilities(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  public static long of(Event event) {
    return switch (event) {
      case METHOD_ENTRY -> ENTRY;
      case METHOD_EXIT -> EXIT;
      default -> 0;
    };
  }

  /**
   * Before {@code AddCapabilities} (capabilities): HotSpot is asked for the others. If the program
   * has not begun, its classes get their hooks now, so that all calls are told of to their end.
   *
   * @return an error, or 0 when HotSpot is to be asked
   */
  public int beforeAdding(Call call, Phase phase, WantedCalls wanted) {
    long given = call.argument(1);
    if (given == 0) {
      return 0;
    }
    long bits = Memory.readLong(given);
    boolean isLeft = isLeftToHotSpot(call.argument(0), bits, wanted);
    long ours = isLeft ? 0 : bits & OURS;
    if (ours != 0 && phase == Phase.ONLOAD && !isPrepared()) {
      return JvmtiError.NOT_AVAILABLE;
    }
    long asked = hotSpot.allocate(call.argument(0), SIZE + Long.BYTES);
    if (asked == 0) {
      return JvmtiError.OUT_OF_MEMORY;
    }
    Memory.copy(given, asked, SIZE);
    Memory.writeLong(asked, isLeft ? bits | wanted.capabilities() : bits & ~OURS);
    Memory.writeLong(asked + SIZE, ours);
    call.argument(1, asked);
    return 0;
  }

  /** Whether HotSpot is to tell an agent of calls that asks for these capabilities too. */
  private boolean isLeftToHotSpot(long agent, long bits, WantedCalls wanted) {
    long calls = (bits | wanted.capabilities()) & OURS;
    return calls != 0
        && !wanted.isAny()
        && ((bits | of(Function.GET_CAPABILITIES, agent)) & WITHOUT_HOOKS) != 0
        && (of(Function.GET_POTENTIAL_CAPABILITIES, agent) & calls) == calls;
  }

  private long of(Function function, long agent) {
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(SIZE, 8).address();
      int error = hotSpot.call(function, agent, capabilities);
      return error == 0 ? Memory.readLong(capabilities) : 0;
    }
  }

  /** Sees to it that the program's classes have hooks; false where that cannot be. */
  public static boolean isPrepared() {
    try {
      MethodEvents.prepare(Vm::isGuest);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Behind it. */
  public void added(Call call, Environment environment) {
    long asked = call.argument(1);
    if (asked != 0) {
      if (call.result() == 0) {
        environment.calls().add(Memory.readLong(asked + SIZE));
        if ((Memory.readLong(asked) & OURS) != 0) {
          environment.leaveHooks();
        }
      }
      hotSpot.deallocate(asked);
    }
  }

  /** Behind {@code RelinquishCapabilities} (capabilities). */
  public void relinquished(Call call, WantedCalls wanted) {
    if (call.result() == 0) {
      wanted.relinquish(Memory.readLong(call.argument(1)) & OURS);
    }
  }

  /** Behind {@code GetCapabilities} (capabilities). */
  public void got(Call call, WantedCalls wanted) {
    show(call, wanted.capabilities());
  }

  /** Behind {@code GetPotentialCapabilities} (capabilities). */
  public void potential(Call call) {
    show(call, OURS);
  }

  private static void show(Call call, long ours) {
    if (call.result() == 0) {
      long shown = call.argument(1);
      Memory.writeLong(shown, (Memory.readLong(shown) & ~OURS) | ours);
    }
  }
}
