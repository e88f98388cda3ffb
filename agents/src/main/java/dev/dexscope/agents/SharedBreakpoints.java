package dev.dexscope.agents;

import dev.dexscope.agents.api.Breakpoints;
import dev.dexscope.agents.api.CodeListener;
import dev.dexscope.agents.api.CodePlace;
import dev.dexscope.agents.events.Listening;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.program.CodeAddress;
import dev.dexscope.observe.trace.ProgramMethod;

/** The breakpoints of all agents in Java. */
final class SharedBreakpoints {
  /** The capability, by its bit in {@code jvmtiCapabilities}. */
  private static final long BREAKPOINTS = 1L << 19;

  /** One of an agent's. */
  private record Breakpoint(CodePlace place, CodeListener listener, Told told) {}

  private final Wanted<CodeAddress, Breakpoint> wanted = new Wanted<>();
  private final Listening listening;

  SharedBreakpoints(Agents agents) {
    this.listening = agents.listen((_, call) -> tell(call), BREAKPOINTS, Event.BREAKPOINT);
  }

  /** Those of an agent. */
  Breakpoints of(CodeListener listener, Told told) {
    return new Breakpoints() {
      @Override
      public void set(Class<?> type, String method, String descriptor, long address) {
        CodePlace place = place(type, method, descriptor, address);
        CodeAddress what = instruction(type, place);
        wanted.add(
            what,
            new Breakpoint(place, listener, told),
            () -> listening.breakpoint(true, what.method(), place));
      }

      @Override
      public void clear(Class<?> type, String method, String descriptor, long address) {
        CodePlace place = place(type, method, descriptor, address);
        CodeAddress what = instruction(type, place);
        wanted.remove(
            what,
            new Breakpoint(place, listener, told),
            () -> listening.breakpoint(false, what.method(), place));
      }
    };
  }

  private static CodePlace place(Class<?> type, String method, String descriptor, long address) {
    return new CodePlace(new ProgramMethod(type.getName(), method, descriptor), address);
  }

  private CodeAddress instruction(Class<?> type, CodePlace place) {
    return new CodeAddress(listening.method(type, place), place.address());
  }

  /** (method, location) */
  private void tell(Call call) {
    for (Breakpoint each : wanted.by(new CodeAddress(call.argument(3), call.argument(4)))) {
      Thread thread = EventTargets.thread(call);
      each.told.tell(() -> each.listener.reached(thread, each.place));
    }
  }
}
