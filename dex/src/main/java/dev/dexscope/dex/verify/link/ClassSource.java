package dev.dexscope.dex.verify.link;

import org.jspecify.annotations.Nullable;

/** Where definitions come from: dex files, a jar of class files, the host JDK. Thread-safe. */
public interface ClassSource {
  /** The definition of the class {@code Lname;}, or null when this source has none. */
  @Nullable ClassDefinition find(String descriptor);
}
