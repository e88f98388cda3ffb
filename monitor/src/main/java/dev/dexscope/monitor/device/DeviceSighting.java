package dev.dexscope.monitor.device;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device that a source has seen.
 *
 * @param state {@code device} where it can be used, {@code offline}, {@code unauthorized} ...
 * @param details {@code product}, {@code model} ...
 * @param link null where it cannot be used
 */
public record DeviceSighting(
    String serial, String state, Map<String, String> details, @Nullable DeviceLink link) {
  /** The state of devices that can be used. */
  public static final String ONLINE = "device";

  public DeviceSighting {
    details = Map.copyOf(details);
  }
}
