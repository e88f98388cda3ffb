package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.vm.VmClient;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.wire.ddm.ThreadChunk;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope stack}: where the threads of a VM are. */
@Command(
    name = "stack",
    description = "Prints the stacks of a VM's threads, the innermost frame first.",
    footer = {
      "",
      "Examples:",
      "  dexscope stack org.test.app",
      "  dexscope stack org.test.app --thread main",
      "  dexscope stack 4711 --json",
    })
public final class StackCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = "The VM; see dexscope ps.")
  @Nullable String named;

  @Option(
      names = "--thread",
      paramLabel = "ID|NAME",
      description = "Only this thread; see dexscope threads.")
  @Nullable String thread;

  @Mixin VmOptions options = new VmOptions();

  @Mixin ViewOptions view = new ViewOptions();

  private final Terminal terminal;

  public StackCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    options.withVm(named, vm -> view.print(terminal, () -> rows(vm)));
    return ExitCode.DONE.code();
  }

  private boolean isMeant(VmClient.VmThread each) {
    return thread == null || thread.equals(each.name()) || thread.equals(each.id() + "");
  }

  private Table rows(VmClient vm) throws IOException {
    Table table =
        new Table(
            Column.number("id"),
            Column.text("thread"),
            Column.number("frame"),
            Column.name("method"),
            Column.text("file"),
            Column.number("line"));
    List<VmClient.VmThread> meant = vm.threads().stream().filter(this::isMeant).toList();
    if (thread != null && meant.isEmpty()) {
      throw CliException.environment("no such thread", thread, "see dexscope threads");
    }
    for (VmClient.VmThread each : meant) {
      int depth = 0;
      for (ThreadChunk.StackFrame frame : vm.stack(each.id())) {
        table.add(
            each.id(),
            each.name(),
            depth++,
            frame.className() + "." + frame.method(),
            frame.file(),
            frame.line() < 0 ? null : (Object) frame.line());
      }
    }
    return table;
  }
}
