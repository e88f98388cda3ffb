package dev.dexscope.agents.events;

import dev.dexscope.agents.api.CodePlace;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.ObjectSamples;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.program.CodeBreakpoints;
import dev.dexscope.agents.program.FrameVariables;
import dev.dexscope.agents.program.Methods;
import java.util.Arrays;
import java.util.function.LongPredicate;

/** The environment of Java that is told of events: it asks for those of single places. */
public final class Listening {
  private final HotSpot hotSpot;
  private final Methods methods;
  private final CodeBreakpoints breakpoints;
  private final Environments environments;
  private final long environment;

  Listening(
      HotSpot hotSpot,
      Methods methods,
      CodeBreakpoints breakpoints,
      Environments environments,
      long environment) {
    this.hotSpot = hotSpot;
    this.environments = environments;
    this.methods = methods;
    this.breakpoints = breakpoints;
    this.environment = environment;
  }

  /**
   * The jmethodID of a place's method.
   *
   * @throws IllegalArgumentException when there is none
   */
  public long method(Class<?> type, CodePlace place) {
    long method =
        find(Function.GET_CLASS_METHODS, type, each -> place.method().equals(methods.name(each)));
    if (method == 0) {
      throw noInstruction(place);
    }
    return method;
  }

  /**
   * Sets or clears a breakpoint.
   *
   * @param method the place's jmethodID
   * @throws IllegalArgumentException when there is no instruction there
   */
  public void breakpoint(boolean isSet, long method, CodePlace place) {
    Function function = isSet ? Function.SET_BREAKPOINT : Function.CLEAR_BREAKPOINT;
    int error = breakpoints.breakpoint(function, environment, method, place.address());
    if (error == JvmtiError.INVALID_LOCATION) {
      throw noInstruction(place);
    }
    check(error);
  }

  private static IllegalArgumentException noInstruction(CodePlace place) {
    return new IllegalArgumentException(
        "no instruction at " + place.method() + "@" + place.address());
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

  /** Enables or disables an event on all threads. */
  public void enable(boolean isOn, Event event) {
    hotSpot.require(
        Function.SET_EVENT_NOTIFICATION_MODE, environment, isOn ? 1 : 0, event.number(), 0);
  }

  /** Ends all events, and gives the capabilities back: another agent may want one of a kind. */
  public void end() {
    environments.remove(environment);
    hotSpot.require(Function.DISPOSE_ENVIRONMENT, environment);
  }

  /** HotSpot's samples of objects, which this environment has requested. */
  public ObjectSamples objectSamples() {
    return new ObjectSamples(hotSpot, environment);
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
    long[] ids = methods.members(list, type);
    if (ids == null) {
      throw new IllegalArgumentException(type.getName() + " has not been prepared");
    }
    return Arrays.stream(ids).filter(isWanted).findFirst().orElse(0);
  }

  /** A state that is already there, or is not, is as requested. */
  private static void check(int error) {
    if (error != 0 && error != JvmtiError.DUPLICATE && error != JvmtiError.NOT_FOUND) {
      throw new IllegalStateException("JVM TI says " + error);
    }
  }
}
