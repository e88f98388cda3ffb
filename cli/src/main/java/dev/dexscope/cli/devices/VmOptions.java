package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.device.RunningDevice;
import dev.dexscope.monitor.DeviceLink;
import dev.dexscope.monitor.DirectDevice;
import dev.dexscope.monitor.LocalPorts;
import dev.dexscope.monitor.ServedDevice;
import dev.dexscope.monitor.VmClient;
import dev.dexscope.monitor.Vms;
import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which VM is meant. */
final class VmOptions {
  private static final int LAST_PORT = 0xffff;

  @Option(
      names = {"-s", "--serial"},
      paramLabel = "SERIAL",
      description =
          "The device, as adb names it; HOST:PORT without adb; 'local' for VMs at ports 8000 to 8040"
              + " of this machine. Default: all.")
  @Nullable String serial;

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      description = "How long an answer may take; default ${DEFAULT-VALUE}.")
  int deadline = 10;

  private Duration patience() {
    if (deadline <= 0) {
      throw CliException.usage("--deadline " + deadline, "write a number of seconds");
    }
    return Duration.ofSeconds(deadline);
  }

  private static AdbServer adb() {
    String named = System.getenv("ANDROID_ADB_SERVER_PORT");
    boolean isPort = named != null && named.matches("\\d{1,5}");
    return AdbServer.local(
        isPort ? Integer.parseInt(Objects.requireNonNull(named)) : AdbServer.PORT);
  }

  /** The devices that are meant. */
  private List<DeviceLink> devices() throws IOException {
    String wanted = serial;
    if ("local".equals(wanted)) {
      return List.of(LocalPorts.usual());
    }
    List<DeviceLink> found = new ArrayList<>();
    try {
      found.addAll(ServedDevice.all(adb()));
    } catch (ConnectException e) {
      // No adb runs: then devices are spoken to without one.
    }
    if (wanted == null) {
      for (RunningDevice each : RunningDevice.all()) {
        if (found.stream().noneMatch(other -> other.serial().equals(each.serial()))) {
          found.add(direct(each.serial()));
        }
      }
      if (found.isEmpty()) {
        throw CliException.environment(
            "no device", "adb", "connect one, or start one: dexscope device start");
      }
      return found;
    }
    found.removeIf(each -> !each.serial().equals(wanted));
    return found.isEmpty() ? List.of(direct(wanted)) : found;
  }

  private DeviceLink direct(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon <= 0 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > LAST_PORT) {
      throw CliException.environment(
          "no such device", address, "see 'adb devices', or write HOST:PORT");
    }
    try {
      return DirectDevice.connect(
          new InetSocketAddress(address.substring(0, colon), Integer.parseInt(port)),
          OwnKey.all(),
          patience());
    } catch (ConnectException e) {
      throw CliException.environment("no device answers", address, "see 'dexscope device list'");
    }
  }

  private static void close(List<DeviceLink> devices) throws IOException {
    for (DeviceLink each : devices) {
      each.close();
    }
  }

  /** All VMs of the devices. */
  List<Vms.Vm> all() throws IOException {
    List<DeviceLink> devices = devices();
    try {
      return Vms.find(devices, patience());
    } finally {
      close(devices);
    }
  }

  /** What is done with a VM. */
  @FunctionalInterface
  interface Use {
    void of(VmClient vm) throws IOException;
  }

  /** What is done with a device and the number of a VM. */
  @FunctionalInterface
  interface UseOfDevice {
    void of(DeviceLink device, int pid) throws IOException;
  }

  /**
   * Connects to a VM.
   *
   * @param named its number, its name, or the end of its name; null for the only one
   */
  void withVm(@Nullable String named, Use use) throws IOException {
    withDevice(
        named,
        (device, pid) -> {
          try (VmClient vm = VmClient.connect(device.open(pid), patience())) {
            use.of(vm);
          }
        });
  }

  void withDevice(@Nullable String named, UseOfDevice use) throws IOException {
    List<DeviceLink> devices = devices();
    try {
      List<Vms.Vm> found = new ArrayList<>();
      for (Vms.Vm each : Vms.find(devices, patience())) {
        if (isMeant(each, named)) {
          found.add(each);
        }
      }
      if (found.size() != 1) {
        String what = named == null ? "which VM is meant" : named;
        throw CliException.environment(
            found.isEmpty() ? "no such VM" : found.size() + " VMs are there",
            what,
            "see dexscope ps, and name one by its number or name");
      }
      use.of(found.getFirst().device(), found.getFirst().pid());
    } finally {
      close(devices);
    }
  }

  private static boolean isMeant(Vms.Vm vm, @Nullable String named) {
    return named == null
        || named.equals(vm.pid() + "")
        || vm.name().equals(named)
        || vm.name().endsWith("." + named);
  }
}
