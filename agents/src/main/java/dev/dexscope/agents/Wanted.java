package dev.dexscope.agents;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * What agents in Java want of HotSpot together, because it grants that to one environment at a
 * time: each is told only of what it has asked for itself.
 *
 * @param <K> what is wanted, as an instruction or a field
 * @param <L> by whom
 */
final class Wanted<K, L> {
  private final Map<K, Set<L>> all = new ConcurrentHashMap<>();

  /**
   * Adds one who wants it.
   *
   * @param ask asks HotSpot for it, even where it was asked before: new code of a class has lost
   *     its breakpoints
   */
  synchronized void add(K what, L who, Runnable ask) {
    ask.run();
    all.computeIfAbsent(what, _ -> new CopyOnWriteArraySet<>()).add(who);
  }

  /**
   * Takes one who wants it no more out.
   *
   * @param giveUp tells HotSpot, when nobody is left
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
