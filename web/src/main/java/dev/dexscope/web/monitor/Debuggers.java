package dev.dexscope.web.monitor;

import dev.dexscope.monitor.watch.DebuggerPort;
import dev.dexscope.monitor.watch.MonitoredVm;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The ports at which debuggers find VMs; each is opened when somebody first asks for it. */
final class Debuggers {
  private final Map<MonitoredVm, DebuggerPort> ports = new HashMap<>();

  /** The port of a VM; 0 when nobody has asked for it. */
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
