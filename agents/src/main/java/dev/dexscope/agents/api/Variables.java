package dev.dexscope.agents.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The local variables of the program's innermost frame on the current thread, for a listener during
 * an event there. They have the names of the dex file's debug info.
 *
 * <pre>{@code
 * public void reached(Thread thread, CodePlace place) {
 *   System.out.println(place.method().name() + environment.variables().values());
 * }
 * }</pre>
 */
public interface Variables {
  /**
   * The values of those that have one here, in the order of their registers: numbers, characters
   * and booleans in objects.
   */
  Map<String, @Nullable Object> values();

  /**
   * Changes a variable.
   *
   * @throws IllegalArgumentException if there is no variable of that name here, or the value does
   *     not match its type
   */
  void set(String name, @Nullable Object value);
}
