package dev.dexscope.monitor.device;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A source of devices. */
public sealed interface DeviceSource permits AdbDevices, NetworkDevice, LocalVms {
  /** Its name, for problems. */
  String name();

  /**
   * Tells which devices there are, at once and whenever that changes; until it fails, or the thread
   * is interrupted.
   */
  void follow(Consumer<List<DeviceSighting>> sight) throws IOException, InterruptedException;
}
