package dev.dexscope.dex.verify.link;

import org.jspecify.annotations.Nullable;

/** A source of class definitions: dex files, a jar of class files, the host JDK. Thread-safe. */
public interface ClassSource {
  /**
   * Returns the definition of the class {@code Lname;}, or null if this source does not contain it.
   */
  @Nullable ClassDefinition find(String descriptor);
}
