package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.Vms;
import dev.dexscope.wire.ddm.AppChunk;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dexscope ps}: the VMs of all devices. */
@Command(
    name = "ps",
    description = "Lists the VMs of devices that take a monitor: debuggable apps.",
    footer = {
      "",
      "Devices are those of the adb server that runs, and this user's virtual ones. Without adb, -s HOST:PORT",
      "speaks to a device itself. A VM that another monitor holds (Android Studio) does not answer.",
      "",
      "Examples:",
      "  dexscope ps",
      "  dexscope ps -s emulator-5554 --watch 2",
      "  dexscope ps -s local --json",
    })
public final class PsCommand implements Callable<Integer> {
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
            Column.number("pid"),
            Column.name("name"),
            Column.text("vm"),
            Column.text("abi"),
            Column.number("user"),
            Column.text("problem"));
    for (Vms.Vm each : options.all()) {
      AppChunk.Hello hello = each.hello();
      table.add(
          each.device().serial(),
          each.pid(),
          each.name(),
          hello == null ? null : hello.vm(),
          hello == null ? null : hello.abi(),
          hello == null ? null : hello.user(),
          each.problem());
    }
    return table;
  }
}
