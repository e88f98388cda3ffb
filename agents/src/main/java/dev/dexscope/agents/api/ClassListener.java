package dev.dexscope.agents.api;

/** Receives events of classes. */
public interface ClassListener {
  /** A class has its fields and methods; none of its code has run. */
  void prepared(Class<?> type);
}
