package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Event;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.jvmti.JvmtiError;
import dev.dexscope.tools.jvmti.Phase;
import dev.dexscope.tools.machine.Call;
import dev.dexscope.tools.machine.Memory;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.trace.MethodEvents;
import java.io.IOException;

/**
 * The capabilities to be told of calls, which agents have of us: HotSpot's would make throwing
 * slow, and those that come late would not get them.
 */
final class CallCapabilities {
  /** By their bits in {@code jvmtiCapabilities}. */
  private static final long ENTRY = 1L << 24;

  private static final long EXIT = 1L << 25;
  private static final long OURS = ENTRY | EXIT;

  /** The size of {@code jvmtiCapabilities}; ours is kept behind them. */
  private static final int SIZE = 16;

  private final HotSpot hotSpot;

  CallCapabilities(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  static long of(Event event) {
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
  int beforeAdding(Call call, Phase phase) {
    long given = call.argument(1);
    if (given == 0) {
      return 0;
    }
    long ours = Memory.readLong(given) & OURS;
    if (ours != 0 && phase == Phase.ONLOAD && !isPrepared()) {
      return JvmtiError.NOT_AVAILABLE;
    }
    long asked = hotSpot.allocate(call.argument(0), SIZE + Long.BYTES);
    if (asked == 0) {
      return JvmtiError.OUT_OF_MEMORY;
    }
    Memory.copy(given, asked, SIZE);
    Memory.writeLong(asked, Memory.readLong(given) & ~OURS);
    Memory.writeLong(asked + SIZE, ours);
    call.argument(1, asked);
    return 0;
  }

  /** Sees to it that the program's classes have hooks; false where that cannot be. */
  static boolean isPrepared() {
    try {
      MethodEvents.prepare(Vm::isGuest);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Behind it. */
  void added(Call call, WantedCalls wanted) {
    long asked = call.argument(1);
    if (asked != 0) {
      if (call.result() == 0) {
        wanted.add(Memory.readLong(asked + SIZE));
      }
      hotSpot.deallocate(asked);
    }
  }

  /** Behind {@code RelinquishCapabilities} (capabilities). */
  void relinquished(Call call, WantedCalls wanted) {
    if (call.result() == 0) {
      wanted.relinquish(Memory.readLong(call.argument(1)) & OURS);
    }
  }

  /** Behind {@code GetCapabilities} (capabilities). */
  void got(Call call, WantedCalls wanted) {
    show(call, wanted.capabilities());
  }

  /** Behind {@code GetPotentialCapabilities} (capabilities). */
  void potential(Call call) {
    show(call, OURS);
  }

  private static void show(Call call, long ours) {
    if (call.result() == 0) {
      long shown = call.argument(1);
      Memory.writeLong(shown, (Memory.readLong(shown) & ~OURS) | ours);
    }
  }
}
