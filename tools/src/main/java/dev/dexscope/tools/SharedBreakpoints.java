package dev.dexscope.tools;

import dev.dexscope.tools.agent.Breakpoints;
import dev.dexscope.tools.agent.CodeListener;
import dev.dexscope.tools.agent.CodePlace;
import dev.dexscope.tools.jvmti.Event;
import dev.dexscope.tools.machine.Call;
import dev.dexscope.tools.view.Listening;
import dev.dexscope.vm.trace.ProgramMethod;
import org.jspecify.annotations.Nullable;

/** The breakpoints of all agents in Java. */
final class SharedBreakpoints {
  /** The capability, by its bit in {@code jvmtiCapabilities}. */
  private static final long BREAKPOINTS = 1L << 19;

  /** An instruction, by its jmethodID and dex address. */
  private record Instruction(long method, long address) {
    // A record's own go by method handles, which take 20 microseconds where HotSpot interprets all
    // code of a thread, as it does when fields are watched.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Instruction that && method == that.method && address == that.address;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * method + address);
    }
  }

  /** One of an agent's. */
  private record Breakpoint(CodePlace place, CodeListener listener, Told told) {}

  private final Wanted<Instruction, Breakpoint> wanted = new Wanted<>();
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
        Instruction what = instruction(type, place);
        wanted.add(
            what,
            new Breakpoint(place, listener, told),
            () -> listening.breakpoint(true, what.method, place));
      }

      @Override
      public void clear(Class<?> type, String method, String descriptor, long address) {
        CodePlace place = place(type, method, descriptor, address);
        Instruction what = instruction(type, place);
        wanted.remove(
            what,
            new Breakpoint(place, listener, told),
            () -> listening.breakpoint(false, what.method, place));
      }
    };
  }

  private static CodePlace place(Class<?> type, String method, String descriptor, long address) {
    return new CodePlace(new ProgramMethod(type.getName(), method, descriptor), address);
  }

  private Instruction instruction(Class<?> type, CodePlace place) {
    return new Instruction(listening.method(type, place), place.address());
  }

  /** (method, location) */
  private void tell(Call call) {
    for (Breakpoint each : wanted.by(new Instruction(call.argument(3), call.argument(4)))) {
      Thread thread = EventTargets.thread(call);
      each.told.tell(() -> each.listener.reached(thread, each.place));
    }
  }
}
