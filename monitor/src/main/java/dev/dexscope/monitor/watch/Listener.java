package dev.dexscope.monitor.watch;

/** Is told what happens, one thing after the other, on a thread of its own: it may wait. */
@FunctionalInterface
public interface Listener<T> {
  void on(T event);

  /** It was too slow: the oldest events that waited for it are gone. */
  default void lost(long count) {}
}
