package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.device.DeviceSighting;
import dev.dexscope.monitor.device.DeviceSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Follows which devices and VMs there are, and stays attached to all of these. Everything it does
 * is its own: several may run in one process.
 *
 * <pre>{@code
 * try (Monitor monitor = new Monitor(MonitorSettings.DEFAULT)) {
 *   monitor.listen(System.out::println);
 *   monitor.watch(new AdbDevices(AdbServer.local(AdbServer.PORT), AdbProgram.find().orElse(null)));
 *   monitor.watch(new LocalVms(LocalPorts.usual()));
 *   ...
 *   for (MonitoredVm vm : monitor.vms()) {
 *     System.out.println(vm + " " + vm.name() + " " + vm.state());
 *   }
 * }
 * }</pre>
 */
public final class Monitor implements Closeable {
  /** More are not believed. */
  private static final int MOST_DEVICES = 1024;

  private static final long EVENT_BYTES = 32;

  private final MonitorSettings settings;
  private final Feed<MonitorEvent> feed =
      new Feed<>(
          _ -> EVENT_BYTES,
          event ->
              event instanceof MonitorEvent.VmChanged
                  || event instanceof MonitorEvent.DeviceChanged);
  private final Object lock = new Object();
  private final Map<String, MonitoredDevice> devices = new TreeMap<>();

  /** The source that saw a device first; it keeps the device until it no longer sees it. */
  private final Map<String, DeviceSource> owners = new HashMap<>();

  private final List<Thread> followers = new ArrayList<>();
  private boolean isClosed;

  public Monitor(MonitorSettings settings) {
    this.settings = settings;
  }

  /** Looks for devices there too, from now on. */
  public void watch(DeviceSource source) {
    synchronized (lock) {
      if (isClosed) {
        throw new IllegalStateException("the monitor is closed");
      }
      followers.add(
          Thread.ofVirtual().name("devices of " + source.name()).start(() -> follow(source)));
    }
  }

  /** Tells which devices and VMs come and go, from now on. */
  public Subscription listen(Listener<? super MonitorEvent> listener) {
    return feed.listen(listener);
  }

  /** All devices, by their names. */
  public List<MonitoredDevice> devices() {
    synchronized (lock) {
      return List.copyOf(devices.values());
    }
  }

  public Optional<MonitoredDevice> device(String serial) {
    synchronized (lock) {
      return Optional.ofNullable(devices.get(serial));
    }
  }

  /** The VMs of all devices. */
  public List<MonitoredVm> vms() {
    List<MonitoredVm> all = new ArrayList<>();
    for (MonitoredDevice each : devices()) {
      all.addAll(each.vms());
    }
    return all;
  }

  private void follow(DeviceSource source) {
    Backoff backoff = settings.backoff();
    try {
      while (true) {
        try {
          source.follow(seen -> see(source, seen));
        } catch (IOException | RuntimeException e) {
          feed.publish(new MonitorEvent.SourceFailed(source.name(), e.getMessage() + ""));
        }
        see(source, List.of());
        backoff.pause();
      }
    } catch (InterruptedException e) {
      // The monitor is closed.
    }
  }

  private void see(DeviceSource source, List<DeviceSighting> seen) {
    synchronized (lock) {
      if (isClosed) {
        return;
      }
      Set<String> there = new HashSet<>();
      seen.forEach(each -> there.add(each.serial()));
      for (MonitoredDevice each : devices()) {
        if (source.equals(owners.get(each.serial())) && !there.contains(each.serial())) {
          remove(each);
        }
      }
      for (DeviceSighting each : seen) {
        MonitoredDevice known = devices.get(each.serial());
        if (known == null && devices.size() < MOST_DEVICES) {
          add(source, each);
        } else if (known != null && source.equals(owners.get(each.serial()))) {
          known.update(each);
        }
      }
    }
  }

  private void add(DeviceSource source, DeviceSighting seen) {
    MonitoredDevice added = new MonitoredDevice(seen, settings, feed::publish);
    devices.put(seen.serial(), added);
    owners.put(seen.serial(), source);
    feed.publish(new MonitorEvent.DeviceAdded(added));
    added.start();
  }

  private void remove(MonitoredDevice device) {
    devices.remove(device.serial());
    owners.remove(device.serial());
    device.stop();
    feed.publish(new MonitorEvent.DeviceRemoved(device));
  }

  /** Leaves all VMs and devices. */
  @Override
  public void close() {
    synchronized (lock) {
      isClosed = true;
      followers.forEach(Thread::interrupt);
      devices().forEach(this::remove);
    }
    feed.end();
  }
}
