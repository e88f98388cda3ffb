package dev.dexscope.device;

import dev.dexscope.device.process.DeviceAddress;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Relay;
import dev.dexscope.wire.adb.AdbServices;
import dev.dexscope.wire.adb.AdbStream;
import java.io.IOException;

/** A port of the device's programs. A peer is refused if none of them listens. */
record PortService(DeviceAddress address, int port) implements AdbServices.Service {
  @Override
  public AdbServices.Service ready() throws IOException {
    Link there = Link.of(address.connect(port));
    return stream -> relay(stream, there);
  }

  @Override
  public void serve(AdbStream stream) throws IOException {
    ready().serve(stream);
  }

  private static void relay(AdbStream stream, Link there) throws IOException {
    try (there) {
      Relay.run(stream.link(), there);
    }
  }
}
