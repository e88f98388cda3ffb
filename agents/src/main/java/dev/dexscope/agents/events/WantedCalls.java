package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** Of which calls an agent wants to be told, and may be. */
public final class WantedCalls {
  private long capabilities;
  private final Set<Event> onAllThreads = EnumSet.noneOf(Event.class);
  private final Map<Event, Set<Thread>> threads = new EnumMap<>(Event.class);

  WantedCalls() {
    for (Event each : CallEvents.EVENTS) {
      threads.put(
          each, Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>())));
    }
  }

  /** The bits of {@code jvmtiCapabilities} that it has. */
  synchronized long capabilities() {
    return capabilities;
  }

  synchronized void add(long bits) {
    capabilities |= bits;
  }

  synchronized void relinquish(long bits) {
    capabilities &= ~bits;
  }

  synchronized boolean may(Event event) {
    return (capabilities & CallCapabilities.of(event)) != 0;
  }

  synchronized void onAllThreads(Event event, boolean isWanted) {
    if (isWanted) {
      onAllThreads.add(event);
    } else {
      onAllThreads.remove(event);
    }
  }

  synchronized boolean isOnAllThreads(Event event) {
    return onAllThreads.contains(event);
  }

  /** Whether it wants to be told of any. */
  synchronized boolean isAny() {
    return !onAllThreads.isEmpty() || threads.values().stream().anyMatch(each -> !each.isEmpty());
  }

  /** The threads for which it was asked alone. */
  Set<Thread> threads(Event event) {
    return threads.getOrDefault(event, Set.of());
  }
}
