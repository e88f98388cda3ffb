package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.VmClient;
import dev.dexscope.wire.ddm.HeapChunk;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope heap}: how full a VM's heap is. */
@Command(
    name = "heap",
    description = "Tells how full a VM's heap is, in bytes and objects.",
    footer = {
      "",
      "Examples:",
      "  dexscope heap org.test.app --watch 1",
      "  dexscope heap org.test.app --gc     # after a collection",
    })
public final class HeapCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(names = "--gc", description = "Let it collect garbage first.")
  boolean collects;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public HeapCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    options.withVm(named, vm -> view.print(terminal, () -> rows(vm)));
    return ExitCode.DONE.code();
  }

  private Table rows(VmClient vm) throws IOException {
    if (collects) {
      vm.collect();
    }
    Table table =
        new Table(
            Column.number("heap"),
            Column.number("used"),
            Column.number("size"),
            Column.number("most"),
            Column.number("objects"));
    for (HeapChunk.HeapInfo each : vm.heaps()) {
      table.add(each.heap(), each.bytes(), each.size(), each.most(), each.objects());
    }
    return table;
  }
}
