package dev.dexscope.cli.devices;

import dev.dexscope.cli.pages.Served;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.device.RunningDevice;
import dev.dexscope.monitor.device.AdbDevices;
import dev.dexscope.monitor.device.AdbProgram;
import dev.dexscope.monitor.device.LocalPorts;
import dev.dexscope.monitor.device.LocalVms;
import dev.dexscope.monitor.device.NetworkDevice;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitorSettings;
import dev.dexscope.web.MonitorServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dexscope monitor}: live VMs on a page. */
@Command(
    name = "monitor",
    description =
        "Opens a page in the browser with the VMs of phones, emulators and the virtual device:"
            + " threads, heap, allocations, traces, debuggers.",
    footer = {
      "",
      "Devices are those of adb, which is started if installed; virtual devices of this user and",
      "VMs at ports 8000 to 8040 of this machine are found without it. The page is served to you",
      "alone, until Ctrl-C ends it.",
      "",
      "Examples:",
      "  dexscope device start && dexscope monitor",
      "  dexscope monitor --no-open --port 8090",
    })
public final class MonitorCommand implements Callable<Integer> {
  @Mixin Served served = new Served();

  private final Terminal terminal;

  public MonitorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    MonitorSettings settings = MonitorSettings.DEFAULT;
    try (var monitor = new Monitor(settings)) {
      monitor.watch(new AdbDevices(VmOptions.adb(), AdbProgram.find().orElse(null)));
      for (RunningDevice each : RunningDevice.all()) {
        InetSocketAddress address = VmOptions.address(each.serial());
        monitor.watch(new NetworkDevice(address, OwnKey.all(), settings.patience()));
      }
      monitor.watch(new LocalVms(LocalPorts.usual()));
      served.untilTheEnd(MonitorServer.start(monitor, served.port()), terminal);
    }
    return ExitCode.DONE.code();
  }
}
