package dev.dexscope.monitor.watch;

/**
 * Which devices and VMs there are has changed. A listener who has not yet heard that one has
 * changed hears it once, and finds it as it is then.
 */
public sealed interface MonitorEvent {
  record DeviceAdded(MonitoredDevice device) implements MonitorEvent {}

  /** Its state has changed: {@code offline}, {@code unauthorized} ... */
  record DeviceChanged(MonitoredDevice device) implements MonitorEvent {}

  record DeviceRemoved(MonitoredDevice device) implements MonitorEvent {}

  record VmAdded(MonitoredVm vm) implements MonitorEvent {}

  /** Its state or its identity has changed. */
  record VmChanged(MonitoredVm vm) implements MonitorEvent {}

  record VmRemoved(MonitoredVm vm) implements MonitorEvent {}

  /** Devices cannot be looked for there now; that is tried again. */
  record SourceFailed(String source, String problem) implements MonitorEvent {}
}
