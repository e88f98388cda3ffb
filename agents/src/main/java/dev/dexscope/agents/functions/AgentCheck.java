package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says on standard error which functions of JVM TI have refused what agents wanted of them: few
 * agents look at the results of all calls.
 */
final class AgentCheck {
  private record Refusal(Function function, int error) {}

  private final HotSpot hotSpot;
  private final Set<Refusal> told = ConcurrentHashMap.newKeySet();

  AgentCheck(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /** A function has a result: an error is told once for each function. */
  void look(Function function, int result) {
    if (result != 0 && told.add(new Refusal(function, result))) {
      System.err.println(
          "dexscope: an agent's call of "
              + function.specifiedName()
              + " has failed, "
              + name(result)
              + " ("
              + result
              + "), on thread "
              + Thread.currentThread().getName());
    }
  }

  private String name(int error) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      if (hotSpot.call(Function.GET_ERROR_NAME, hotSpot.environment(), error, out) != 0) {
        return "unknown error";
      }
      String name = Memory.string(Memory.readLong(out));
      hotSpot.deallocate(Memory.readLong(out));
      return name;
    }
  }
}
