package dev.dexscope.monitor.device;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** The VMs that listen at ports of this machine, as one device. */
public record LocalVms(LocalPorts ports) implements DeviceSource {
  @Override
  public String name() {
    return ports.serial();
  }

  @Override
  public void follow(Consumer<List<DeviceSighting>> sight) throws InterruptedException {
    sight.accept(
        List.of(new DeviceSighting(ports.serial(), DeviceSighting.ONLINE, Map.of(), ports)));
    // This machine does not disconnect.
    new CountDownLatch(1).await();
  }
}
