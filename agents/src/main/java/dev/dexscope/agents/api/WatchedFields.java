package dev.dexscope.agents.api;

/** The fields whose uses are reported to an agent. */
public interface WatchedFields {
  /**
   * Tells of all uses of a field by code. Nothing happens where this is so already.
   *
   * @param type the class that declares it, which has been prepared
   * @throws IllegalArgumentException when it declares no such field
   */
  void watch(Class<?> type, String field);

  /** Tells of them no more. Nothing happens where this is so already. */
  void unwatch(Class<?> type, String field);
}
