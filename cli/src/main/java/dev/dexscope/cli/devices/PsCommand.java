package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.device.DeviceStatus;
import dev.dexscope.monitor.device.HostFigures;
import dev.dexscope.monitor.device.LogLine;
import dev.dexscope.monitor.vm.Vms;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.wire.ddm.AppChunk;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dexscope ps}: the VMs of all devices. */
@Command(
    name = "ps",
    description =
        "Lists the VMs of devices that take a monitor (debuggable apps), and what the devices report"
            + " of their system and log.",
    footer = {
      "",
      "Devices are those of the adb server that runs, and this user's virtual ones. Without adb,",
      "-s HOST:PORT speaks to a device itself. A VM that another monitor holds (Android Studio) does not",
      "answer.",
      "",
      "Examples:",
      "  dexscope ps",
      "  dexscope ps -s emulator-5554 --watch 2",
      "  dexscope ps -s local --json",
    })
public final class PsCommand implements Callable<Integer> {
  private static final int MEGA = 1_000_000;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public PsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    view.print(terminal, this::rows);
    return ExitCode.DONE.code();
  }

  private Table rows() throws IOException {
    Table table =
        new Table(
            Column.text("device"),
            Column.text("kind"),
            Column.number("pid"),
            Column.name("name"),
            Column.words("tells"),
            Column.number("user"),
            Column.words("problem"));
    VmOptions.Found found = options.all();
    for (Vms.Vm each : found.vms()) {
      AppChunk.Hello hello = each.hello();
      table.add(
          each.device().serial(),
          "vm",
          each.pid(),
          each.name(),
          hello == null ? null : hello.abi() == null ? hello.vm() : hello.vm() + ", " + hello.abi(),
          hello == null ? null : hello.user(),
          each.problem());
    }
    for (DeviceStatus each : found.devices()) {
      add(each, "system", system(each.system()), table);
      add(each, "log", each.lastLog() == null ? null : words(each.lastLog()), table);
    }
    return table;
  }

  private static void add(DeviceStatus of, String kind, @Nullable String tells, Table table) {
    table.add(of.device().serial(), kind, null, kind, tells, null, of.problem());
  }

  private static @Nullable String system(@Nullable HostFigures figures) {
    if (figures == null) {
      return null;
    }
    HostFigures.Disk data = figures.data();
    return "load "
        + figures.load()
        + ", memory "
        + part(figures.available(), figures.memory())
        + ", "
        + data.mounted()
        + " "
        + part(data.free(), data.bytes());
  }

  private static String part(long free, long all) {
    return free / MEGA + " of " + all / MEGA + " MB free";
  }

  private static String words(LogLine line) {
    return line.time() + " " + line.level() + " " + line.tag() + ": " + line.message();
  }
}
