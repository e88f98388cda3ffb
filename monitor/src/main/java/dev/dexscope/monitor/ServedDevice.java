package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A device of an adb server that runs. */
public record ServedDevice(AdbServer server, String serial) implements DeviceLink {
  /** All that the server is connected to. */
  public static List<DeviceLink> all(AdbServer server) throws IOException {
    List<DeviceLink> all = new ArrayList<>();
    for (AdbServer.Device each : server.devices()) {
      if (each.state().equals("device")) {
        all.add(new ServedDevice(server, each.serial()));
      }
    }
    return all;
  }

  @Override
  public List<Integer> pids() throws IOException {
    try (AdbServer.Tracker vms = server.trackJdwp(serial)) {
      List<Integer> pids = vms.nextPids();
      return pids == null ? List.of() : pids;
    }
  }

  @Override
  public Link open(int pid) throws IOException {
    return server.open(serial, "jdwp:" + pid);
  }
}
