package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.Environment;
import dev.dexscope.agents.events.EventDelivery;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.agents.program.ShownStack;
import java.lang.foreign.Arena;
import java.util.List;

/**
 * Loads all classes that events need, because one that was loaded for the event of its own loading
 * would be loaded twice, and those of heap walks, because agents know all classes before.
 */
final class Preparation {
  /**
   * When an agent first changes a class of one of the JDK's modules, HotSpot has the JDK note that
   * the module reads others, on the thread that loads the class. What is loaded for that the agent
   * would change too, and its code would run before the class is there, which it may need.
   */
  private static final List<String> OF_CHANGED_MODULES =
      List.of(
          "java.lang.WeakPairMap$Pair$Weak",
          "java.lang.WeakPairMap$Pair$Weak$1",
          "java.lang.WeakPairMap$WeakRefPeer");

  private Preparation() {}

  static void run(
      MachineLibrary machine, Methods methods, Answers answers, EventDelivery delivery) {
    HotSpot hotSpot = answers.host();
    long thread = Bridge.globalReference(Thread.currentThread());
    Hidden.isHiddenThread(thread);
    Hidden.isHiddenClass(thread);
    Hidden.isHiddenGroup(thread);
    Hidden.isHidden(Preparation.class);
    Hidden.isOfHost();
    ShownStack.of(hotSpot, methods::of, hotSpot.environment(), 0, -1, ShownStack.ALL);
    answers.suspended().prepare(thread);
    try (Arena arena = Arena.ofConfined()) {
      long nothing = arena.allocate(Call.RECORD_SIZE, 8).address();
      for (Event each : Event.values()) {
        delivery.deliver(each.number(), Call.of(nothing));
      }
      var call = Call.of(nothing);
      call.argument(0, hotSpot.environment());
      answers.heap().begin(HeapWalk.OLD_HEAP, call);
      answers.heap().end(HeapWalk.OLD_HEAP, call);
    }
    new Environment(0, false, false).post(Event.VM_DEATH, null, 0);
    OF_CHANGED_MODULES.forEach(Preparation::load);
    machine.takeUnheard(hotSpot.environment());
    Bridge.release(thread);
  }

  private static void load(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException _) {
      // Another JDK does it otherwise.
    }
  }
}
