package dev.dexscope.agents.api;

import org.jspecify.annotations.Nullable;

/** Receives uses of the watched fields, from the thread that uses them. */
public interface FieldListener {
  /** A field is about to be read. */
  default void read(FieldUse use) {}

  /**
   * A field is about to be written.
   *
   * @param value what it will have; numbers, characters and booleans in objects
   */
  default void written(FieldUse use, @Nullable Object value) {}
}
