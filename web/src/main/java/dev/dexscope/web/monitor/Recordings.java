package dev.dexscope.web.monitor;

import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The traces that VMs record at the moment, by order of the page. */
final class Recordings {
  private static final int BUFFER = 8 << 20;

  private final TraceKeeper keeper;

  /** Whether the current recording of a VM takes samples. */
  private final Map<MonitoredVm, Boolean> running = new HashMap<>();

  Recordings(TraceKeeper keeper) {
    this.keeper = keeper;
  }

  synchronized boolean isRunning(MonitoredVm vm) {
    return running.containsKey(vm);
  }

  /**
   * Begins.
   *
   * @param interval microseconds between samples; 0 to record every call
   */
  boolean start(MonitoredVm vm, int interval) throws IOException {
    synchronized (this) {
      if (running.putIfAbsent(vm, interval > 0) != null) {
        throw new HttpException(409, "this VM records a trace already");
      }
    }
    try {
      vm.client().startTrace(BUFFER, interval);
      return true;
    } catch (IOException | RuntimeException e) {
      forget(vm);
      throw e;
    }
  }

  /** Ends; the id of the trace. */
  String stop(MonitoredVm vm) throws IOException {
    Boolean isSampled;
    synchronized (this) {
      isSampled = running.remove(vm);
    }
    if (isSampled == null) {
      throw new HttpException(409, "this VM records no trace");
    }
    Path file = Files.createTempFile("dexscope", ".trace");
    try (OutputStream out = Files.newOutputStream(file)) {
      vm.client().stopTrace(isSampled, out);
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
    file.toFile().deleteOnExit();
    return keeper.keep(vm.name() + ".trace", file);
  }

  private synchronized void forget(MonitoredVm vm) {
    running.remove(vm);
  }
}
