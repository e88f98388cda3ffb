package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.VmClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code dexscope threads}: the threads of a VM. */
@Command(
    name = "threads",
    description = "Lists the threads of a VM: what they do, and their CPU time in milliseconds.",
    footer = {
      "",
      "Examples:",
      "  dexscope threads                 # of the only VM",
      "  dexscope threads org.test.app --watch 1",
      "  dexscope threads 4711 --json",
    })
public final class ThreadsCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public ThreadsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    options.withVm(named, vm -> view.print(terminal, () -> rows(vm)));
    return ExitCode.DONE.code();
  }

  private static Table rows(VmClient vm) throws IOException {
    Table table =
        new Table(
            Column.number("id"),
            Column.number("tid"),
            Column.text("state"),
            Column.number("user ms"),
            Column.number("system ms"),
            Column.text("daemon"),
            Column.name("name"));
    for (VmClient.VmThread each : vm.threads()) {
      table.add(
          each.id(),
          each.tid(),
          each.state(),
          each.userMillis(),
          each.systemMillis(),
          each.daemon(),
          each.name());
    }
    return table;
  }
}
