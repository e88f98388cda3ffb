package dev.dexscope.monitor.device;

import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists that adb's {@code track-jdwp} sends. */
record AdbPids(AdbServer.Tracker tracker) implements PidTracker {
  @Override
  public @Nullable List<Integer> next(@Nullable Duration limit) throws IOException {
    return limit == null ? tracker.nextPids() : tracker.nextPids(limit);
  }

  @Override
  public void close() throws IOException {
    tracker.close();
  }
}
