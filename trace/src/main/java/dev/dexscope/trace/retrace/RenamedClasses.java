package dev.dexscope.trace.retrace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a mapping file has.
 *
 * @param byName by the names that the classes have now
 * @param sourceFiles of classes, by the names that they had
 */
record RenamedClasses(Map<String, RenamedClass> byName, Map<String, String> sourceFiles) {

  /** Returns the class of a name; null if the file does not have it. */
  @Nullable RenamedClass get(String name) {
    return byName.get(name);
  }
}
