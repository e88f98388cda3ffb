package dev.dexscope.dex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A try_item with its handlers.
 *
 * @param start address of the first covered instruction, in code units
 * @param end address behind the last
 * @param handlers in the order in which they are asked
 */
public record TryItem(int start, int end, List<Handler> handlers) {
  public TryItem {
    handlers = List.copyOf(handlers);
  }

  /**
   * An encoded_type_addr_pair, or the catch-all address.
   *
   * @param type what it catches, null for everything
   * @param address where it begins
   */
  public record Handler(@Nullable String type, int address) {}
}
