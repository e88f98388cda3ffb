package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.device.DeviceLink;
import dev.dexscope.monitor.device.DeviceSighting;
import dev.dexscope.monitor.device.HostFigures;
import dev.dexscope.monitor.device.PidTracker;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A device that a {@link Monitor} has seen, and its VMs. */
public final class MonitoredDevice {
  /** A device that claims more is not believed. */
  private static final int MOST_VMS = 4096;

  private final String serial;
  private final MonitorSettings settings;
  private final Consumer<MonitorEvent> changes;
  private final DeviceLog log;
  private final Object lock = new Object();
  private final Map<Integer, MonitoredVm> vms = new TreeMap<>();
  private DeviceSighting sighting;
  private String problem = "";
  private @Nullable Thread follower;

  MonitoredDevice(
      DeviceSighting sighting, MonitorSettings settings, Consumer<MonitorEvent> changes) {
    serial = sighting.serial();
    this.sighting = sighting;
    this.settings = settings;
    this.changes = changes;
    log = new DeviceLog(this, settings);
  }

  /** As adb names it. */
  public String serial() {
    return serial;
  }

  /** {@code device} where it can be used, {@code offline}, {@code unauthorized} ... */
  public String state() {
    return seen().state();
  }

  /** {@code product}, {@code model} ... */
  public Map<String, String> details() {
    return seen().details();
  }

  /** Why its VMs are not known; empty where there is no trouble. */
  public String problem() {
    synchronized (lock) {
      return problem;
    }
  }

  /** Its VMs, by their numbers. */
  public List<MonitoredVm> vms() {
    synchronized (lock) {
      return List.copyOf(vms.values());
    }
  }

  public Optional<MonitoredVm> vm(int pid) {
    synchronized (lock) {
      return Optional.ofNullable(vms.get(pid));
    }
  }

  /**
   * Returns its link.
   *
   * @throws MonitorException if there is none now
   */
  public DeviceLink link() throws MonitorException {
    DeviceLink link = seen().link();
    if (link == null) {
      throw new MonitorException(serial + " is " + state());
    }
    return link;
  }

  /** Returns whether its log and its system can be queried now. */
  public boolean hasServices() {
    DeviceLink link = seen().link();
    return link != null && link.hasServices();
  }

  /** Returns the log of all its programs, which is read while it has subscribers. */
  public DeviceLog log() {
    return log;
  }

  /** Returns how much of the system is in use now. */
  public HostFigures host() throws IOException {
    return HostFigures.ask(link());
  }

  private DeviceSighting seen() {
    synchronized (lock) {
      return sighting;
    }
  }

  void start() {
    synchronized (lock) {
      if (follower == null && sighting.link() != null) {
        follower = Thread.ofVirtual().name("VMs of " + serial).start(this::follow);
      }
    }
  }

  /** It was seen again. */
  void update(DeviceSighting again) {
    boolean hasChanged;
    synchronized (lock) {
      hasChanged = !sighting.state().equals(again.state());
      sighting = again;
    }
    if (hasChanged) {
      stop();
      start();
      changes.accept(new MonitorEvent.DeviceChanged(this));
    }
  }

  /** It cannot be used now, and neither can its VMs. */
  void stop() {
    Thread stopped;
    synchronized (lock) {
      stopped = follower;
      follower = null;
    }
    if (stopped != null) {
      stopped.interrupt();
    }
    keep(Set.of());
  }

  private void follow() {
    Backoff backoff = settings.backoff();
    try {
      while (isFollower()) {
        fail(followUntilItEnds());
        see(Set.of());
        backoff.pause();
      }
    } catch (InterruptedException e) {
      // It has left.
    }
  }

  private boolean isFollower() {
    synchronized (lock) {
      return Thread.currentThread().equals(follower);
    }
  }

  /** Why it could not be followed any longer. */
  private String followUntilItEnds() {
    try (PidTracker tracker = link().track()) {
      List<Integer> pids = tracker.next(settings.patience());
      while (pids != null && isFollower()) {
        fail("");
        see(pids);
        pids = tracker.next(null);
      }
      return "the list of VMs has ended";
    } catch (IOException | RuntimeException e) {
      return e.getMessage() + "";
    }
  }

  private void fail(String reason) {
    boolean hasChanged;
    synchronized (lock) {
      hasChanged = isFollower() && !problem.equals(reason);
      if (hasChanged) {
        problem = reason;
      }
    }
    if (hasChanged) {
      changes.accept(new MonitorEvent.DeviceChanged(this));
    }
  }

  private void see(Collection<Integer> pids) {
    Set<Integer> there = new HashSet<>();
    for (int pid : pids) {
      if (there.size() < MOST_VMS) {
        there.add(pid);
      }
    }
    synchronized (lock) {
      // A follower of before may end late, when the VMs are those of the next one.
      if (!isFollower()) {
        return;
      }
      keep(there);
      for (int pid : there) {
        if (!vms.containsKey(pid)) {
          MonitoredVm added = new MonitoredVm(this, pid, settings, changes);
          vms.put(pid, added);
          changes.accept(new MonitorEvent.VmAdded(added));
          added.start();
        }
      }
    }
  }

  /** Ends all other VMs. */
  private void keep(Set<Integer> pids) {
    synchronized (lock) {
      for (MonitoredVm each : vms()) {
        if (!pids.contains(each.pid())) {
          vms.remove(each.pid());
          each.end();
          changes.accept(new MonitorEvent.VmRemoved(each));
        }
      }
    }
  }

  @Override
  public String toString() {
    return serial;
  }
}
