package dev.dexscope.web.monitor;

import dev.dexscope.monitor.watch.DebuggerPort;
import dev.dexscope.monitor.watch.MonitoredVm;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The ports of VMs for debuggers; each is opened at the first request. */
final class Debuggers {
  private final Map<MonitoredVm, DebuggerPort> ports = new HashMap<>();

  /** Returns the port of a VM; 0 if it was not requested. */
  synchronized int port(MonitoredVm vm) {
    DebuggerPort port = ports.get(vm);
    return port == null ? 0 : port.port();
  }

  synchronized int open(MonitoredVm vm) throws IOException {
    DebuggerPort port = ports.get(vm);
    if (port == null) {
      port = DebuggerPort.open(0, vm::serveDebugger);
      ports.put(vm, port);
    }
    return port.port();
  }
}
