package dev.dexscope.monitor.device;

import dev.dexscope.wire.adb.AdbServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The devices of an adb server.
 *
 * @param adb starts one if none is running; null to wait for one
 */
public record AdbDevices(AdbServer server, @Nullable AdbProgram adb) implements DeviceSource {
  @Override
  public String name() {
    return "adb at port " + server.address().getPort();
  }

  @Override
  public void follow(Consumer<List<DeviceSighting>> sight)
      throws IOException, InterruptedException {
    try (AdbServer.Tracker devices = track()) {
      List<AdbServer.Device> list;
      while ((list = devices.nextDevices()) != null) {
        sight.accept(list.stream().map(this::sighting).toList());
      }
    }
    throw new EOFException(name() + " has ended");
  }

  private AdbServer.Tracker track() throws IOException, InterruptedException {
    try {
      return server.trackDevices();
    } catch (ConnectException e) {
      if (adb == null) {
        throw e;
      }
      adb.startServer(server);
      return server.trackDevices();
    }
  }

  private DeviceSighting sighting(AdbServer.Device device) {
    boolean isOnline = device.state().equals(DeviceSighting.ONLINE);
    return new DeviceSighting(
        device.serial(),
        device.state(),
        device.details(),
        isOnline ? new ServedDevice(server, device.serial()) : null);
  }
}
