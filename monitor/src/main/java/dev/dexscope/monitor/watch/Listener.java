package dev.dexscope.monitor.watch;

/** Receives events one after the other, on a thread of its own: it may wait. */
@FunctionalInterface
public interface Listener<T> {
  void on(T event);

  /** It was too slow: the oldest waiting events were dropped. */
  default void lost(long count) {}
}
