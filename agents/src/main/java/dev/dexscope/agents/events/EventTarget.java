package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.machine.Call;

/** Java that is told of events in the place of an agent's callback. */
public interface EventTarget {
  /**
   * One of HotSpot's events, on the thread where it happens.
   *
   * @param call the callback's arguments, whose references hold until this returns
   */
  void happened(Event event, Call call);

  /** The program's main thread begins: HotSpot has told of it too early. */
  default void started(Thread main) {}

  /** Our own code has made HotSpot prepare a class of the JDK, which stays for the program. */
  default void prepared(Class<?> type) {}
}
