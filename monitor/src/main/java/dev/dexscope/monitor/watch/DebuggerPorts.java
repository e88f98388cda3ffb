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
 * try (DebuggerPorts ports = new DebuggerPorts(monitor, DebuggerPorts.SELECTED)) {
 *   ports.select(vm);
 *   System.out.println("jdb -attach " + ports.portOf(vm) + ", or 8700");
 *   ...
 * }
 * }</pre>
 */
public final class DebuggerPorts implements Closeable {
  /** The port at which Android's debuggers have always expected the selected program. */
  public static final int SELECTED = 8700;

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
   * Listens for the selected program's.
   *
   * @param port 0 for a free one
   */
  public DebuggerPorts(Monitor monitor, int port) throws IOException {
    this.monitor = monitor;
    ofSelected = DebuggerPort.open(port, debugger -> serve(selectedProgram(), debugger));
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
