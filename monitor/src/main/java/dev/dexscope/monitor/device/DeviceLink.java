package dev.dexscope.monitor.device;

import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A device whose VMs can be queried, independent of the connection. */
public sealed interface DeviceLink extends Closeable
    permits ServedDevice, DirectDevice, LocalPorts, RecordedDevice {
  /** Its name. */
  String serial();

  /** Returns how long an answer may take. */
  Duration patience();

  /** Follows the numbers of the VMs that take a monitor. */
  PidTracker track() throws IOException;

  /** The numbers of the VMs that take a monitor now. */
  default List<Integer> pids() throws IOException {
    try (PidTracker tracker = track()) {
      List<Integer> pids = tracker.next(patience());
      return pids == null ? List.of() : pids;
    }
  }

  /** A connection with a VM, before the handshake. */
  Link open(int pid) throws IOException;

  /** Returns whether it has services beside its VMs. */
  default boolean hasServices() {
    return true;
  }

  /** A connection with a service of the device's, as adb names it: {@code exec:df}. */
  Link service(String name) throws IOException;

  /** Leaves the device; its VMs too. */
  @Override
  default void close() throws IOException {}
}
