package dev.dexscope.web.monitor;

import dev.dexscope.monitor.watch.DebuggerPorts;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitoredVm;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The ports for debuggers: of VMs at the first request, and of the one that a page selects. */
final class Debuggers {
  private final Monitor monitor;
  private @Nullable DebuggerPorts ports;

  Debuggers(Monitor monitor) {
    this.monitor = monitor;
  }

  /** Returns the port of a VM; 0 if it was not requested. */
  synchronized int port(MonitoredVm vm) {
    return ports == null ? 0 : ports.knownPort(vm);
  }

  /** Returns the port of the selected VM if it is this one; else 0. */
  synchronized int selected(MonitoredVm vm) {
    return ports != null && ports.isSelected(vm) ? ports.selectedPort() : 0;
  }

  synchronized int open(MonitoredVm vm) throws IOException {
    return opened().portOf(vm);
  }

  /** Returns the port that leads debuggers to this VM, until another one is selected. */
  synchronized int select(MonitoredVm vm) throws IOException {
    opened().select(vm);
    return opened().selectedPort();
  }

  private DebuggerPorts opened() throws IOException {
    if (ports == null) {
      ports = new DebuggerPorts(monitor);
    }
    return ports;
  }
}
