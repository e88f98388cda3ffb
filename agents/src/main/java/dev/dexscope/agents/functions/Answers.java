package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.Environments;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.CodeBreakpoints;
import java.lang.foreign.Arena;

/** The functions that rows of the table call to answer agents. */
record Answers(
    HotSpot host,
    Environments environments,
    StackFunctions stacks,
    LocalFunctions locals,
    EarlyReturns earlyReturns,
    SuspendedThreads suspended,
    ListFunctions lists,
    HeapFunctions heap,
    CodeFunctions code,
    CodeBreakpoints breakpoints,
    Redefinitions redefinitions,
    CapabilityFunctions capabilities,
    EventFunctions events,
    JniFunctions jni,
    SystemFunctions system) {
  /** The address of HotSpot's function. */
  long hotSpot(Row row) {
    return host.address(row.function());
  }

  /** Refuses a call with an error; without one it goes on to HotSpot. */
  long goOn(Row row, Call call, int error) {
    call.result(shown(row, call, error));
    return error == 0 ? hotSpot(row) : 0;
  }

  /** Like HotSpot, reports a missing capability before any other error. */
  int shown(Row row, Call call, int error) {
    return error != 0 && lacksCapability(row, call) ? JvmtiError.MUST_POSSESS_CAPABILITY : error;
  }

  boolean lacksCapability(Row row, Call call) {
    if (row.needed() == 0) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(16, 8).address();
      host.call(Function.GET_CAPABILITIES, call.argument(0), capabilities);
      return (Memory.readLong(capabilities) & row.needed()) != row.needed();
    }
  }
}
