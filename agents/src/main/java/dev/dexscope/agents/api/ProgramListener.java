package dev.dexscope.agents.api;

import java.io.IOException;

/** Receives the program's start and end. */
public interface ProgramListener {
  /** The program is about to begin, on the current thread. */
  default void begins() throws IOException {}

  /** The program's threads and shutdown hooks have ended. */
  default void ended() throws IOException {}
}
