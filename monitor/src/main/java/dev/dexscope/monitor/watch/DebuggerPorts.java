package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A port of this machine for the debuggers of each program, which it keeps when the program ends
 * and is started again; and one for those of the program that is selected.
 *
 * <pre>{@code
 * try (DebuggerPorts ports = new DebuggerPorts(monitor)) {
 *   ports.select(vm);
 *   System.out.println("jdb -attach " + ports.portOf(vm) + ", or 8700");
 *   ...
 * }
 * }</pre>
 */
public final class DebuggerPorts implements Closeable {
  private final Monitor monitor;
  private final DebuggerPort ofSelected;
  private final Map<Program, DebuggerPort> ports = new HashMap<>();
  private Program selected = new Program("", "");

  private record Program(String serial, String name) {
    static Program of(MonitoredVm vm) {
      return new Program(vm.device().serial(), vm.name());
    }
  }

  /**
   * Listens for the selected program's, at 8700 or, if that is in use, at a free port.
   *
   * @throws IOException if there is no free one
   */
  public DebuggerPorts(Monitor monitor) throws IOException {
    this.monitor = monitor;
    ofSelected = DebuggerPort.openUsual(debugger -> serve(selectedProgram(), debugger));
  }

  /** The port of the selected program. */
  public int selectedPort() {
    return ofSelected.port();
  }

  /** Selects a program: debuggers that connect from now on are passed to it. */
  public synchronized void select(MonitoredVm vm) {
    selected = Program.of(vm);
  }

  private synchronized Program selectedProgram() {
    return selected;
  }

  /** Returns whether debuggers that connect to the selected program's port are passed to this. */
  public synchronized boolean isSelected(MonitoredVm vm) {
    return selected.equals(Program.of(vm));
  }

  /** Returns the port of a program that was requested; 0 if it was not. */
  public synchronized int knownPort(MonitoredVm vm) {
    DebuggerPort port = ports.get(Program.of(vm));
    return port == null ? 0 : port.port();
  }

  /** The port of a program. */
  public synchronized int portOf(MonitoredVm vm) throws IOException {
    Program program = Program.of(vm);
    DebuggerPort port = ports.get(program);
    if (port == null) {
      port = DebuggerPort.open(0, debugger -> serve(program, debugger));
      ports.put(program, port);
    }
    return port.port();
  }

  private void serve(Program program, JdwpConnection debugger) throws IOException {
    for (MonitoredVm each : monitor.vms()) {
      if (Program.of(each).equals(program)) {
        each.serveDebugger(debugger);
        return;
      }
    }
    throw new MonitorException("no VM of " + program.name + " on " + program.serial);
  }

  @Override
  public synchronized void close() throws IOException {
    ofSelected.close();
    for (DebuggerPort each : ports.values()) {
      each.close();
    }
  }
}
