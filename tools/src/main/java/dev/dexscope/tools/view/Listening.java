package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Event;
import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.jvmti.JvmtiError;
import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.Memory;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.trace.ProgramMethod;
import java.lang.foreign.Arena;
import java.util.function.LongPredicate;

/** The environment of Java that is told of events: it asks for those of single places. */
public final class Listening {
  private final HotSpot hotSpot;
  private final Methods methods;
  private final long environment;

  Listening(HotSpot hotSpot, Methods methods, long environment) {
    this.hotSpot = hotSpot;
    this.methods = methods;
    this.environment = environment;
  }

  /**
   * Sets or clears a breakpoint.
   *
   * @throws IllegalArgumentException when there is no instruction there
   */
  public void breakpoint(
      boolean isSet, Class<?> type, String name, String descriptor, long address) {
    var wanted = new ProgramMethod(type.getName(), name, descriptor);
    long method = find(Function.GET_CLASS_METHODS, type, each -> wanted.equals(methods.name(each)));
    CodeMap map = method == 0 ? null : methods.of(method).map();
    int[] places = map == null ? new int[0] : MethodView.places(map, address);
    if (places.length == 0) {
      throw new IllegalArgumentException("no instruction at " + wanted + "@" + address);
    }
    for (int bci : places) {
      Function function = isSet ? Function.SET_BREAKPOINT : Function.CLEAR_BREAKPOINT;
      check(hotSpot.call(function, environment, method, bci));
    }
  }

  /**
   * Watches a field, or does so no more.
   *
   * @throws IllegalArgumentException when the class declares no such field
   */
  public void watch(boolean isWatched, Class<?> type, String name) {
    long field =
        find(Function.GET_CLASS_FIELDS, type, each -> name.equals(methods.fieldName(type, each)));
    if (field == 0) {
      throw new IllegalArgumentException("no field " + type.getName() + "." + name);
    }
    Function[] functions =
        isWatched
            ? new Function[] {
              Function.SET_FIELD_ACCESS_WATCH, Function.SET_FIELD_MODIFICATION_WATCH
            }
            : new Function[] {
              Function.CLEAR_FIELD_ACCESS_WATCH, Function.CLEAR_FIELD_MODIFICATION_WATCH
            };
    for (Function each : functions) {
      check(Bridge.call(hotSpot.address(each), environment, type, field, 0, 0));
    }
  }

  /** Begins or ends to tell of a thread's steps. */
  public void step(boolean isOn, Thread thread) {
    long reference = Bridge.globalReference(thread);
    try {
      check(
          hotSpot.call(
              Function.SET_EVENT_NOTIFICATION_MODE,
              environment,
              isOn ? 1 : 0,
              Event.SINGLE_STEP.number(),
              reference));
    } finally {
      Bridge.release(reference);
    }
  }

  /** The local variables of the program's innermost frame on the current thread. */
  public FrameVariables variables() {
    return new FrameVariables(hotSpot, methods, environment);
  }

  /** An ID of a class's list; 0 where there is none that is looked for. */
  private long find(Function list, Class<?> type, LongPredicate isWanted) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(16, 8).address();
      check(Bridge.call(hotSpot.address(list), environment, type, out, out + 8, 0));
      long ids = Memory.readLong(out + 8);
      long found = 0;
      for (int i = 0, count = Memory.readInt(out); i < count && found == 0; i++) {
        long each = Memory.readLong(ids + 8L * i);
        found = isWanted.test(each) ? each : 0;
      }
      hotSpot.deallocate(ids);
      return found;
    }
  }

  /** What is there already, or is not, is as it was asked for. */
  private static void check(int error) {
    switch (error) {
      case JvmtiError.NONE, JvmtiError.DUPLICATE, JvmtiError.NOT_FOUND -> {}
      case JvmtiError.CLASS_NOT_PREPARED ->
          throw new IllegalArgumentException("the class has not been prepared");
      default -> throw new IllegalStateException("JVM TI says " + error);
    }
  }
}
