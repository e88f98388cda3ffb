package dev.dexscope.monitor.device;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.time.Duration;
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
  public Duration patience() {
    return server.patience();
  }

  @Override
  public PidTracker track() throws IOException {
    return new AdbPids(server.trackJdwp(serial));
  }

  @Override
  public Link open(int pid) throws IOException {
    return service("jdwp:" + pid);
  }

  @Override
  public Link service(String name) throws IOException {
    return server.open(serial, name);
  }
}
