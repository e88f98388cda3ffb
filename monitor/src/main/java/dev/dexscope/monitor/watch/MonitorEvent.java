package dev.dexscope.monitor.watch;

/**
 * A change of the devices and VMs. A listener that has not yet received a change of one of them
 * receives it once, and finds its state at that time.
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
