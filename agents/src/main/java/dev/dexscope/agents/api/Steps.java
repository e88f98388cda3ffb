package dev.dexscope.agents.api;

/** The threads whose every instruction is reported to an agent. */
public interface Steps {
  /** Begins with a thread, which takes a thousand times as long from then on. */
  void begin(Thread thread);

  /** Ends with a thread. */
  void end(Thread thread);
}
