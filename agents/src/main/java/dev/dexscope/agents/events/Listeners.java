package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.CodeBreakpoints;
import dev.dexscope.agents.program.Methods;
import java.lang.foreign.Arena;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Subscribes Java to events. */
public final class Listeners {
  private final HotSpot hotSpot;
  private final MachineLibrary machine;
  private final ReservedCapabilities reserved;
  private final Environments environments;
  private final Methods methods;
  private final CodeBreakpoints breakpoints;

  /** Null before an agent has a library. */
  private @Nullable NativeMethods nativeMethods;

  public Listeners(
      HotSpot hotSpot,
      MachineLibrary machine,
      ReservedCapabilities reserved,
      Environments environments,
      Methods methods,
      CodeBreakpoints breakpoints) {
    this.hotSpot = hotSpot;
    this.machine = machine;
    this.reserved = reserved;
    this.environments = environments;
    this.methods = methods;
    this.breakpoints = breakpoints;
  }

  /**
   * Subscribes a target.
   *
   * @param wanted the bits of {@code jvmtiCapabilities} that the events need
   * @return for what else can be requested; null when HotSpot does not grant the capabilities
   */
  public @Nullable Listening listen(EventTarget target, long wanted, Event... events) {
    long address = hotSpot.newEnvironment(HotSpot.VERSION);
    var environment = new Environment(address, target);
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(16, 8).address();
      Memory.writeLong(capabilities, wanted);
      if (hotSpot.call(Function.ADD_CAPABILITIES, address, capabilities) != 0) {
        hotSpot.call(Function.DISPOSE_ENVIRONMENT, address);
        return null;
      }
      reserved.got(capabilities);
      long callbacks = arena.allocate(8L * Event.COUNT, 8).address();
      for (Event each : events) {
        Memory.writeLong(callbacks + 8L * each.index(), machine.eventEntry(each.number()));
      }
      hotSpot.require(Function.SET_EVENT_CALLBACKS, address, callbacks, 8L * Event.COUNT);
    }
    environments.add(environment);
    for (Event each : events) {
      // Steps are those of the threads that are named later.
      if (each != Event.SINGLE_STEP) {
        environment.want(each, true);
        if (environments.phase().compareTo(each.earliest()) >= 0) {
          hotSpot.require(Function.SET_EVENT_NOTIFICATION_MODE, address, 1, each.number(), 0);
        }
      }
    }
    return new Listening(hotSpot, methods, breakpoints, environments, address);
  }

  /**
   * Native methods of the program may be in an agent's library, which no class has loaded.
   *
   * @param symbols the addresses of what it exports, 0 for what it does not
   */
  public synchronized void bindNatives(ToLongFunction<String> symbols) {
    NativeMethods natives = nativeMethods;
    if (natives == null) {
      natives = new NativeMethods(hotSpot, methods);
      nativeMethods = natives;
      listen(natives, 0, Event.CLASS_PREPARE);
    }
    natives.add(symbols);
  }
}
