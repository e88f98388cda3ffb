package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.CallCapabilities;
import dev.dexscope.agents.events.Environment;
import dev.dexscope.agents.events.Environments;
import dev.dexscope.agents.jvmti.Capability;
import dev.dexscope.agents.jvmti.ReservedCapabilities;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import org.jspecify.annotations.Nullable;

/** The functions about capabilities: HotSpot's, but for those to be notified of calls. */
final class CapabilityFunctions {
  /** {@code AddCapabilities}. */
  static final Handler ADDING =
      new Handler.Both(
          (Handler.Choice) (vm, row, call) -> vm.capabilities().add(vm, row, call),
          (Handler.Change) (vm, call) -> vm.capabilities().added(call));

  private final Environments environments;
  private final CallCapabilities calls;
  private final ReservedCapabilities reserved;
  private final MachineLibrary machine;

  CapabilityFunctions(
      Environments environments,
      CallCapabilities calls,
      ReservedCapabilities reserved,
      MachineLibrary machine) {
    this.environments = environments;
    this.calls = calls;
    this.reserved = reserved;
    this.machine = machine;
  }

  /** The environment of a call, if hooks notify it of calls. */
  private @Nullable Environment hooked(Call call) {
    Environment environment = environments.of(call);
    return environment != null && environment.isToldByHooks() ? environment : null;
  }

  /** Before (capabilities); returns the address where the call goes on, or 0. */
  private long add(Answers vm, Row row, Call call) {
    Environment hooked = hooked(call);
    return hooked == null
        ? vm.hotSpot(row)
        : vm.goOn(row, call, calls.beforeAdding(call, environments.phase(), hooked.calls()));
  }

  private int added(Call call) {
    if (call.result() == 0) {
      reserved.got(call.argument(1));
      long bits = Memory.readLong(call.argument(1));
      if ((bits & Capability.GENERATE_FRAME_POP_EVENTS.bit()) != 0) {
        machine.askByJni();
      }
      if ((bits & Capability.FORCE_EARLY_RETURN.bit()) != 0) {
        machine.keepForced();
      }
    }
    Environment hooked = hooked(call);
    if (hooked != null) {
      calls.added(call, hooked);
    }
    return call.result();
  }

  int relinquished(Call call) {
    Environment hooked = hooked(call);
    if (hooked != null) {
      calls.relinquished(call, hooked.calls());
      environments.updateCalls();
    }
    return call.result();
  }

  int got(Call call) {
    Environment hooked = hooked(call);
    if (hooked != null) {
      calls.got(call, hooked.calls());
    }
    return call.result();
  }

  int potential(Call call) {
    if (hooked(call) != null) {
      calls.potential(call);
    }
    return call.result();
  }
}
