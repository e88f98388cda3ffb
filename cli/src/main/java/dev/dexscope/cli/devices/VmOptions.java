package dev.dexscope.cli.devices;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.device.RunningDevice;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.device.DeviceLink;
import dev.dexscope.monitor.device.DeviceStatus;
import dev.dexscope.monitor.device.DirectDevice;
import dev.dexscope.monitor.device.LocalPorts;
import dev.dexscope.monitor.device.ProfiledProcess;
import dev.dexscope.monitor.device.RecordedDevice;
import dev.dexscope.monitor.device.ServedDevice;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.monitor.vm.Vms;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.adb.AdbServer;
import dev.dexscope.wire.recording.WireRecorder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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
      description = "The time limit of the query; default ${DEFAULT-VALUE}.")
  int deadline = 10;

  @Option(
      names = "--trace-wire",
      paramLabel = "FILE",
      description = "Record the communication with VMs; dexscope wire FILE prints it.")
  @Nullable Path wire;

  private Duration patience() {
    if (deadline <= 0) {
      throw CliException.usage("--deadline " + deadline, "write a number of seconds");
    }
    return Duration.ofSeconds(deadline);
  }

  /** The adb server that this user's adb would speak to. */
  static AdbServer adb() {
    return AdbServer.local(port(System.getenv("ANDROID_ADB_SERVER_PORT")).orElse(AdbServer.PORT));
  }

  /** Returns the named port; empty if it is not a port. */
  private static OptionalInt port(@Nullable String named) {
    return named != null && named.matches("\\d{1,5}") && Integer.parseInt(named) <= LAST_PORT
        ? OptionalInt.of(Integer.parseInt(named))
        : OptionalInt.empty();
  }

  /**
   * The devices that are meant.
   *
   * @param vm that is meant; null where all are
   */
  private List<DeviceLink> devices(@Nullable String vm) throws IOException {
    String wanted = serial;
    if ("local".equals(wanted)) {
      OptionalInt named = port(vm);
      return List.of(
          named.isPresent() ? LocalPorts.named(named.getAsInt(), patience()) : LocalPorts.usual());
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
    try {
      return DirectDevice.connect(address(address), OwnKey.all(), patience());
    } catch (ConnectException e) {
      throw CliException.environment("no device answers", address, "see 'dexscope device list'");
    }
  }

  /** The address that {@code HOST:PORT} names. */
  static InetSocketAddress address(String named) {
    int colon = named.lastIndexOf(':');
    OptionalInt port = port(named.substring(colon + 1));
    if (colon <= 0 || port.isEmpty()) {
      throw CliException.environment(
          "no such device", named, "see 'adb devices', or write HOST:PORT");
    }
    return new InetSocketAddress(named.substring(0, colon), port.getAsInt());
  }

  /** Of a command that names its device in another way. */
  static VmOptions of(String serial, int deadline) {
    VmOptions options = new VmOptions();
    options.serial = serial.isEmpty() ? null : serial;
    options.deadline = deadline;
    return options;
  }

  /** An operation on the devices. */
  interface UseOfDevices {
    void of(List<DeviceLink> devices) throws IOException;
  }

  /** A recording is kept where the use fails too: then it is wanted most. */
  void withDevices(UseOfDevices use) throws IOException {
    withDevices(null, use);
  }

  private void withDevices(@Nullable String vm, UseOfDevices use) throws IOException {
    if (wire == null) {
      use(devices(vm), use);
      return;
    }
    List<Exception> failure = new ArrayList<>();
    OutputFile.write(
        wire,
        out -> {
          try (WireRecorder recorder = new WireRecorder(out)) {
            List<DeviceLink> recorded = new ArrayList<>();
            devices(vm).forEach(each -> recorded.add(new RecordedDevice(each, recorder)));
            use(recorded, use);
          } catch (IOException | RuntimeException e) {
            failure.add(e);
          }
        });
    for (Exception each : failure) {
      if (each instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw (IOException) each;
    }
  }

  private static void use(List<DeviceLink> devices, UseOfDevices use) throws IOException {
    try {
      use.of(devices);
    } finally {
      for (DeviceLink each : devices) {
        each.close();
      }
    }
  }

  /** All VMs of the devices, and the state of the devices besides. */
  record Found(List<Vms.Vm> vms, List<DeviceStatus> devices) {}

  Found all() throws IOException {
    List<Vms.Vm> vms = new ArrayList<>();
    List<DeviceStatus> status = new ArrayList<>();
    withDevices(devices -> {
      vms.addAll(Vms.find(devices, patience()));
      status.addAll(DeviceStatus.find(devices, patience()));
    });
    return new Found(vms, status);
  }

  /** An operation on a VM. */
  @FunctionalInterface
  interface Use {
    void of(VmClient vm) throws IOException;
  }

  /**
   * Connects to a VM.
   *
   * @param named its number, its name, or the end of its name; null for the only one
   */
  void withVm(@Nullable String named, Use use) throws IOException {
    withDevices(
        named,
        devices -> {
          Vms.Vm meant = theOne(named, devices);
          try (VmClient vm = VmClient.connect(meant.device().open(meant.pid()), patience())) {
            use.of(vm);
          } catch (WireFormatException e) {
            throw new MonitorException("the VM has sent malformed data: " + e.getMessage());
          }
        });
  }

  /** An operation on the processes of an injected app. */
  @FunctionalInterface
  interface UseOfProfiled {
    void of(List<ProfiledProcess> processes) throws IOException;
  }

  /** Finds the processes of an injected app that runs on one of the devices. */
  void withProfiled(String packageName, UseOfProfiled use) throws IOException {
    withDevices(devices -> {
      List<List<ProfiledProcess>> found = new ArrayList<>();
      for (DeviceLink each : devices) {
        List<ProfiledProcess> processes =
            each.hasServices() ? ProfiledProcess.find(each, packageName) : List.of();
        if (!processes.isEmpty()) {
          found.add(processes);
        }
      }
      if (found.size() != 1) {
        throw found.isEmpty()
            ? CliException.environment(
                "no injected app answers",
                packageName,
                "start it; see dexscope inject, and 'adb logcat -s TAU'")
            : CliException.environment(
                "runs on " + found.size() + " devices", packageName, "name one by -s SERIAL");
      }
      use.of(found.getFirst());
    });
  }

  private Vms.Vm theOne(@Nullable String named, List<DeviceLink> devices) throws IOException {
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
    return found.getFirst();
  }

  private static boolean isMeant(Vms.Vm vm, @Nullable String named) {
    return named == null
        || named.equals(vm.pid() + "")
        || vm.name().equals(named)
        || vm.name().endsWith("." + named);
  }
}
