package dev.dexscope.trace.retrace;

import org.jspecify.annotations.Nullable;

/**
 * The names of the source for those of objects and their fields.
 *
 * @param mapping null if they are the same
 */
public record SourceNames(@Nullable Mapping mapping) {
  private static final String ARRAY = "[]";

  /** The name of a class, or of arrays of it. */
  public String type(String name) {
    if (mapping == null) {
      return name;
    }
    int end = name.length();
    while (name.startsWith(ARRAY, end - ARRAY.length())) {
      end -= ARRAY.length();
    }
    return mapping.className(name.substring(0, end)) + name.substring(end);
  }

  /** The name of a field of a class, whose name is that of the program. */
  public String field(String className, String name) {
    return mapping == null ? name : mapping.field(className, name);
  }
}
