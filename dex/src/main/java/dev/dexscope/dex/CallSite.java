package dev.dexscope.dex;

import java.util.List;

/**
 * A call_site_item: what invoke-custom links.
 *
 * @param bootstrap the bootstrap linker method
 * @param name the name that it looks for
 * @param type the prototype of the call
 * @param arguments further arguments of the bootstrap method
 */
public record CallSite(
    MethodHandle bootstrap, String name, Proto type, List<EncodedValue> arguments) {
  public CallSite {
    arguments = List.copyOf(arguments);
  }
}
