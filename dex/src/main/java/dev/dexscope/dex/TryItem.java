package dev.dexscope.dex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A try_item with its handlers.
 *
 * @param start address of the first covered instruction, in code units
 * @param end address after the last
 * @param handlers in the order in which they are tried
 */
public record TryItem(int start, int end, List<Handler> handlers) {
  public TryItem {
    handlers = List.copyOf(handlers);
  }

  /**
   * An encoded_type_addr_pair, or the catch-all address.
   *
   * @param type the caught type, null for everything
   * @param address its start
   */
  public record Handler(@Nullable String type, int address) {}
}
