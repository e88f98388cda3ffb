package dev.dexscope.agents.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The local variables of the program's innermost frame on the current thread, for a listener that
 * is being told of something there. They have the names that the dex file's debug info gives them.
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
   * Changes one.
   *
   * @throws IllegalArgumentException when there is none of that name here, or it takes no such
   *     value
   */
  void set(String name, @Nullable Object value);
}
