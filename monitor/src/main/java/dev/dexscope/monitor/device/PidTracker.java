package dev.dexscope.monitor.device;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows which VMs of a device take a monitor. */
public interface PidTracker extends Closeable {
  /**
   * The next list of their numbers, the first at once; null where the device has ended.
   *
   * @param limit how long that may take; null where nothing need change
   */
  @Nullable List<Integer> next(@Nullable Duration limit) throws IOException;
}
