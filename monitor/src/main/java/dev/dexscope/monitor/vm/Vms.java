package dev.dexscope.monitor.vm;

import dev.dexscope.monitor.device.DeviceLink;
import dev.dexscope.monitor.device.Together;
import dev.dexscope.wire.ddm.AppChunk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** All VMs of some devices, queried at once. */
public final class Vms {
  private Vms() {}

  /**
   * A VM.
   *
   * @param hello how it has introduced itself; null where it has not
   * @param problem why not; empty where it has
   */
  public record Vm(DeviceLink device, int pid, AppChunk.@Nullable Hello hello, String problem) {
    /** Returns its name; {@code ?} if unknown. */
    public String name() {
      return hello == null ? "?" : hello.name();
    }
  }

  /**
   * Returns all VMs with their introductions, including those that do not answer.
   *
   * @param patience the time limit of each VM
   */
  public static List<Vm> find(List<DeviceLink> devices, Duration patience) throws IOException {
    List<Callable<Vm>> questions = new ArrayList<>();
    for (DeviceLink device : devices) {
      for (int pid : device.pids()) {
        questions.add(() -> ask(device, pid, patience));
      }
    }
    return Together.ask(questions);
  }

  private static Vm ask(DeviceLink device, int pid, Duration patience) {
    try (VmClient vm = VmClient.connect(device.open(pid), patience)) {
      return new Vm(device, pid, vm.hello(), "");
    } catch (IOException | RuntimeException e) {
      return new Vm(device, pid, null, e.getMessage() + "");
    }
  }
}
