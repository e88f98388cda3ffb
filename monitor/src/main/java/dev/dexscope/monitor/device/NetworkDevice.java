package dev.dexscope.monitor.device;

import dev.dexscope.wire.adb.AdbKey;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A device in the network that is spoken to without an adb.
 *
 * @param keys that are tried
 * @param patience how long an answer may take
 */
public record NetworkDevice(InetSocketAddress address, List<AdbKey> keys, Duration patience)
    implements DeviceSource {
  public NetworkDevice {
    keys = List.copyOf(keys);
  }

  @Override
  public String name() {
    return address.getHostString() + ":" + address.getPort();
  }

  @Override
  public void follow(Consumer<List<DeviceSighting>> sight)
      throws IOException, InterruptedException {
    try (DirectDevice device = DirectDevice.connect(address, keys, patience)) {
      sight.accept(
          List.of(
              new DeviceSighting(
                  device.serial(),
                  DeviceSighting.ONLINE,
                  Map.copyOf(device.properties()),
                  device)));
      device.awaitEnd();
    }
    throw new EOFException(name() + " has disconnected");
  }
}
