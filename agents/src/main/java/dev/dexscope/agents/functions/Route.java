package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.MachineLibrary;

/** The way of a call to its answer: what stands in agents' tables in the place of a function. */
enum Route {
  /** HotSpot's function; with {@code --check-agents} Java looks at its result. */
  HOTSPOT,
  /**
   * Always HotSpot's function: the specification allows the call in callbacks of a garbage
   * collection, where no Java can run.
   */
  HOTSPOT_ONLY,
  /** Java, which may let the call go on to HotSpot. */
  BEFORE,
  /** The same for a function whose second argument is a thread, whose frames are counted. */
  BEFORE_WITH_FRAMES,
  /** Java before HotSpot's function, and after it. */
  AROUND,
  /** The same for a function whose second argument is a thread, whose frames are counted. */
  AROUND_WITH_FRAMES,
  /** Machine code, which calls Java for methods that it does not know. */
  STACK_TRACE,
  /** Machine code, which calls Java for classes of ours. */
  CLASS_SIGNATURE;

  /** The way where Java looks at all results. */
  Route checked() {
    return switch (this) {
      case HOTSPOT, CLASS_SIGNATURE -> AROUND;
      case STACK_TRACE -> BEFORE_WITH_FRAMES;
      default -> this;
    };
  }

  /** The address that calls of a function begin at. */
  long entry(Function function, HotSpot hotSpot, MachineLibrary machine) {
    return switch (this) {
      case HOTSPOT, HOTSPOT_ONLY -> hotSpot.address(function);
      case BEFORE -> machine.entry(function.number());
      case BEFORE_WITH_FRAMES -> machine.entryWithFrames(function.number());
      case AROUND -> machine.entryAround(function.number());
      case AROUND_WITH_FRAMES -> machine.entryAroundWithFrames(function.number());
      case STACK_TRACE -> machine.stackTrace();
      case CLASS_SIGNATURE -> machine.classSignature();
    };
  }
}
