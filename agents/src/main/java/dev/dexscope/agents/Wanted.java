package dev.dexscope.agents;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The requests of all agents in Java to HotSpot, which grants them to one environment at a time:
 * each agent receives only the events that it has requested itself.
 *
 * @param <K> the requested item, as an instruction or a field
 * @param <L> the requester
 */
final class Wanted<K, L> {
  private final Map<K, Set<L>> all = new ConcurrentHashMap<>();

  /**
   * Adds a requester.
   *
   * @param ask requests it from HotSpot, even if it was requested before: new code of a class has
   *     lost its breakpoints
   */
  synchronized void add(K what, L who, Runnable ask) {
    ask.run();
    all.computeIfAbsent(what, _ -> new CopyOnWriteArraySet<>()).add(who);
  }

  /**
   * Removes a requester.
   *
   * @param giveUp releases it in HotSpot if no requester is left
   */
  synchronized void remove(K what, L who, Runnable giveUp) {
    Set<L> left = all.get(what);
    if (left != null && left.remove(who) && left.isEmpty()) {
      all.remove(what);
      giveUp.run();
    }
  }

  /** Those who want it. */
  Set<L> by(K what) {
    return all.getOrDefault(what, Set.of());
  }
}
