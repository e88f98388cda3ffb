package dev.dexscope.monitor;

import dev.dexscope.wire.ddm.AppChunk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** All VMs of some devices, asked at once. */
public final class Vms {
  private Vms() {}

  /**
   * A VM.
   *
   * @param hello how it has introduced itself; null where it has not
   * @param problem why not; empty where it has
   */
  public record Vm(DeviceLink device, int pid, AppChunk.@Nullable Hello hello, String problem) {
    /** What it calls itself; {@code ?} where that is not known. */
    public String name() {
      return hello == null ? "?" : hello.name();
    }
  }

  /**
   * Finds them, and lets each introduce itself. One that does not answer is among them.
   *
   * @param patience how long a VM may take
   */
  public static List<Vm> find(List<DeviceLink> devices, Duration patience) throws IOException {
    List<Future<Vm>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (DeviceLink device : devices) {
        for (int pid : device.pids()) {
          asked.add(threads.submit(() -> ask(device, pid, patience)));
        }
      }
      List<Vm> all = new ArrayList<>();
      for (Future<Vm> each : asked) {
        all.add(each.get());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static Vm ask(DeviceLink device, int pid, Duration patience) {
    try (VmClient vm = VmClient.connect(device.open(pid), patience)) {
      return new Vm(device, pid, vm.hello(), "");
    } catch (IOException | RuntimeException e) {
      return new Vm(device, pid, null, e.getMessage() + "");
    }
  }
}
