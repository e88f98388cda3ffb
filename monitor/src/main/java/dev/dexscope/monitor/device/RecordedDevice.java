package dev.dexscope.monitor.device;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.recording.Protocol;
import dev.dexscope.wire.recording.WireRecorder;
import java.io.IOException;
import java.time.Duration;

/**
 * A device whose communication between VMs and the monitor is recorded.
 *
 * @param recorder which the device does not close
 */
public record RecordedDevice(DeviceLink device, WireRecorder recorder) implements DeviceLink {
  @Override
  public String serial() {
    return device.serial();
  }

  @Override
  public Duration patience() {
    return device.patience();
  }

  @Override
  public PidTracker track() throws IOException {
    return device.track();
  }

  @Override
  public Link open(int pid) throws IOException {
    return recorder.listen(device.open(pid), Protocol.JDWP, Direction.FROM_DEVICE);
  }

  @Override
  public boolean hasServices() {
    return device.hasServices();
  }

  @Override
  public Link service(String name) throws IOException {
    return device.service(name);
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
